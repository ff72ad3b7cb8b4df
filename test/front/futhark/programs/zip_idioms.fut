-- zip, unzip and maps over several arrays; arrays of tuples and tuples of arrays.
-- ==
-- input { [1i32, 2i32, 3i32] [0.5f64, 1.5f64, 2.5f64] [true, false, true] }
-- output { [0.5f64, -1.5f64, 2.5f64] [3i32, 2i32, 1i32] }

-- ==
-- entry: sort_pairs
-- input { [3i32, 1i32, 2i32] [97u8, 98u8, 99u8] } output { [1i32, 2i32, 3i32] [98u8, 99u8, 97u8] }

-- ==
-- entry: zip2d
-- input { [[1i32, 2i32], [3i32, 4i32]] [[5i32, 6i32], [7i32, 8i32]] }
-- output { [[5i32, 12i32], [21i32, 32i32]] [[6i32, 8i32], [10i32, 12i32]] }

-- ==
-- entry: neighbours
-- input { [5i32, 1i32, 4i32] } output { [6i32, 5i32] [-4i32, 3i32] }

entry main [n] (as: [n]i32) (bs: [n]f64) (cs: [n]bool) : ([n]f64, [n]i32) =
  let abc = zip3 as bs cs
  let (_, _, flags) = unzip3 abc
  let signed = map2 (\b f -> if f then b else -b) bs flags
  let ranks = map (\(a, _, _) -> i32.i64 n - a + 1) abc
  in (signed, ranks)

-- Insertion sort of pairs, by the first component.
def sort_by_key [n] 'a 'b (less: a -> a -> bool) (xs: [n](a, b)) : [n](a, b) =
  loop xs = copy xs for i in 1..<n do
    let (xs, _) =
      loop (xs, j) = (xs, i) while j > 0 && less xs[j].0 xs[j - 1].0 do
        let a = copy xs[j]
        let b = copy xs[j - 1]
        in (xs with [j] = b with [j - 1] = a, j - 1)
    in xs

entry sort_pairs [n] (keys: [n]i32) (values: [n]u8) : ([n]i32, [n]u8) =
  zip keys values |> sort_by_key (<) |> unzip

entry zip2d [n][m] (a: [n][m]i32) (b: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  map2 zip a b
  |> map (map (\(x, y) -> (x * y, x + y)))
  |> map unzip
  |> unzip

entry neighbours [n] (xs: [n]i32) : ([n - 1]i32, [n - 1]i32) =
  let pairs = zip (init xs) (tail xs)
  in (map (\(a, b) -> a + b) pairs, map (\(a, b) -> b - a) pairs)
