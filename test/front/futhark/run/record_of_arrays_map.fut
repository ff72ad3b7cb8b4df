-- A record of arrays mapped over by its fields.
-- ==
-- entry: main
-- input { [1, 2] [3.0, 4.0] } output { [4.0, 6.0] }
type table [n] = {ids: [n]i32, values: [n]f64}
def sums [n] (t: table [n]): [n]f64 = map2 (\i v -> f64.i32 i + v) t.ids t.values
def main [n] (ids: [n]i32) (values: [n]f64): [n]f64 = sums {ids, values}
