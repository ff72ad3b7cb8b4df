-- What is joined of rows whose size is a number, as the fields of an array of tuples, has one size for all of them.
-- ==
-- entry: carried
-- input { 2i64 [7] } output { [[1i8, 1i8], [1i8, 1i8], [3i8, 3i8]] [[2u32, 2u32], [2u32, 2u32], [4u32, 4u32]] }
-- input { 0i64 [7] } output { empty([1][0]i8) empty([1][0]u32) }
-- ==
-- entry: chosen
-- input { 2i64 true [7] } output { [1i8, 1i8, 3i8, 3i8, 1i8, 1i8] }
-- input { 2i64 false [7] } output { [1i8, 1i8, 3i8, 1i8, 1i8, 3i8] }
def rows (k: i64) (n: i64): [n][k](i8, u32) = replicate n (replicate k (1i8, 2u32))

entry carried (k: i64) (v: [1]i32): ([][]i8, [][]u32) =
  unzip (map unzip (loop (s: [k + 1][k](i8, u32)) = rows k k ++ map (\_ -> replicate k (3i8, 4u32)) v for _i < 2i32 do s))

entry chosen (k: i64) (b: bool) (v: [1]i32): []i8 =
  let xs = map (\_ -> replicate k (1i8, 2u32)) (iota k)
  let ys = map (\_ -> replicate k (3i8, 4u32)) v
  let q = (if b then xs ++ ys else map (map (\(x, y) -> (x, y))) (xs ++ ys)) ++ (if b then ys ++ xs else xs ++ ys) :> [k + 1 + (k + 1)][k](i8, u32)
  in map (\row -> row[0].0) q
