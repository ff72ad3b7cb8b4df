-- Zips and unzips of all widths, and maps over several arrays.
-- ==
-- entry: zips
-- input { [1i32, 2i32] [3i32, 4i32] [5i32, 6i32] }
-- output { [-2i32, 2i32] [4i32, 6i32] [5i32, 6i32] [3i32, 4i32] [1i32, 2i32] }

-- ==
-- entry: maps
-- input { [1i32, 2i32] [3i32, 5i32] }
-- output { [-4i32, -6i32] [7i32, 22i32] }

-- ==
-- entry: pairs
-- input { [1i32, 2i32] [3i32, 5i32] }
-- output { [1i32, 3i32] [3i32, 10i32] }

-- ==
-- entry: transposed
-- input { [1i32, 2i32] }
-- output { [[1i32, 2i32], [-1i32, -2i32]] }

entry zips [n] (a: [n]i32) (b: [n]i32) (c: [n]i32): ([n]i32, [n]i32, [n]i32, [n]i32, [n]i32) =
  let d = map2 (+) a b
  let e = map3 (\x y z -> x * y - z) a b c
  let z = zip5 a b c d e
  let f = map (\(a, b, c, d, e) -> (e, d, c, b, a)) z
  in unzip5 f

entry maps [n] (a: [n]i32) (b: [n]i32): ([n]i32, [n]i32) =
  (map4 (\w x y z -> w - x + y - z) a b a b, map5 (\v w x y z -> v + w * x + y * z) a b a b a)

entry pairs [n] (a: [n]i32) (b: [n]i32): ([n]i32, [n]i32) =
  let p = zip3 a b (iota n)
  let (x, _, i) = unzip3 p
  let (q, _, _, r) = unzip4 (zip4 a a b b)
  in (map2 (\x i -> x + i32.i64 i) x i, map2 (*) q r)

entry transposed [n] (a: [n](i32)) : [2][n]i32 =
  let (x, y) = unzip (map (\v -> (v, -v)) a)
  in [x, y]
