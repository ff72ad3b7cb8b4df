-- Grouping and totals over arrays of records.
-- ==
-- entry: main
-- input { 3i64 [0i64, 2i64, 0i64, 5i64] [2i32, 1i32, 3i32, 9i32] [1.5f64, 10.0f64, 2.0f64, 7.0f64] }
-- output { [5i32, 0i32, 1i32] [9.0f64, 0.0f64, 10.0f64] [2.0f64, -f64.inf, 10.0f64] }

type item = {kind: i64, count: i32, price: f64}
type summary = {items: i32, value: f64, dearest: f64}

def nothing: summary = {items = 0, value = 0, dearest = f64.lowest}
def join (a: summary) (b: summary): summary =
  {items = a.items + b.items, value = a.value + b.value, dearest = f64.max a.dearest b.dearest}
def of_item (i: item): summary =
  {items = i.count, value = f64.i32 i.count * i.price, dearest = i.price}

def summarise [n] (kinds: i64) (items: [n]item): [kinds]summary =
  reduce_by_index (replicate kinds nothing) join nothing (map (.kind) items) (map of_item items)

entry main [n] (kinds: i64) (ks: [n]i64) (cs: [n]i32) (ps: [n]f64): ([kinds]i32, [kinds]f64, [kinds]f64) =
  map3 (\kind count price -> {kind, count, price}) ks cs ps
  |> summarise kinds
  |> map (\s -> (s.items, s.value, s.dearest))
  |> unzip3
