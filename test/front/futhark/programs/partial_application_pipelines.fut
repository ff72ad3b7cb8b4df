-- Partial application in every position.
-- ==
-- entry: main
-- input { [5i32, 6i32, 30i32, 100i32] }
-- output { [3i32, 7i32, 100i32, 100i32] }

-- ==
-- entry: sections
-- input { [2i32, 5i32] }
-- output { [0i32, -3i32] [0i32, 3i32] [true, false] [2i32, 5i32] }

-- ==
-- entry: folded
-- input { 4i64 }
-- output { 2i64 }

-- ==
-- entry: right
-- input { 4i64 }
-- output { -2i64 }

-- ==
-- entry: curried
-- input { 5i32 }
-- output { 17i32 }

-- ==
-- entry: nested
-- input { 7i32 }
-- output { 721i32 }

def clamp (lo: i32) (hi: i32) (x: i32): i32 = i32.min hi (i32.max lo x)
def affine a b x = a * x + b: i32
def apply_all [n] 'a (fs: (i32, i32)) (g: i32 -> a -> a) (x: a) (_: [n]()): a = g fs.0 (g fs.1 x)

entry main (xs: []i32): []i32 =
  let percent = clamp 0 100
  let shift = affine 1
  let twice f = f >-> f
  in xs |> map (shift (-5)) |> map (twice (affine 2 1)) |> map percent

entry sections (xs: []i32): ([]i32, []i32, []bool, []i32) =
  (map (2 -) xs, map (\x -> x - 2) xs, map (\x -> any (== x) [1, 2, 3]) xs, map (i32.max xs[0]) xs)

entry folded (n: i64): i64 = foldl (flip (-)) 0 (iota n)
entry right (n: i64): i64 = foldr (-) 0 (iota n)
entry curried (x: i32): i32 = (curry (uncurry (affine 3))) x 4
entry nested (x: i32): i32 = apply_all (1, 2) (\k y -> y * 10 + k) x [(), ()]
