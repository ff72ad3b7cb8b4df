-- Anonymous sizes of parameters are whatever the body needs them to be.
-- ==
-- entry: dot
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
-- input { empty([0]i32) empty([0]i32) } output { 0 }
-- input { [1, 2, 3] [4, 5] } error: E0405.*(cannot match shape|must be|size)
-- ==
-- entry: two
-- input { [1, 2] } output { [1, 2] }
-- input { [1, 2, 3] } error: E0405.*must be 2
-- ==
-- entry: counted
-- input { 3i64 [1, 2, 3] } output { [1, 3, 5] }
-- input { 2i64 [1, 2, 3] } error: E0405.*(cannot match shape|must be|size)
-- ==
-- entry: longer
-- input { 2i64 [1, 2, 3] } output { [2, 3, 4] }
-- input { 3i64 [1, 2, 3] } error: E0404.*(cannot match shape|must be|size)
-- ==
-- entry: product
-- input { [[1, 2, 3], [4, 5, 6]] [[1, 0], [0, 1], [1, 1]] } output { [[4, 5], [10, 11]] }
-- ==
-- entry: chain
-- input { [[1, 2]] [[1], [2]] [[3, 4]] } output { [[15, 20]] }
-- ==
-- entry: parts
-- input { [1, 2, 3] } output { [3, 5, 7] }
-- ==
-- entry: inside
-- input { [1, 2, 3] } output { [2, 4, 6] 9 }
-- ==
-- entry: higher
-- input { [1, 2, 3] } output { [2, 3, 4] }
entry dot (xs: []i32) (ys: []i32): i32 = i32.sum (map2 (*) xs ys)
entry two (xs: []i32): [2]i32 = xs
entry counted (n: i64) (xs: []i32) = map2 (+) xs (map i32.i64 (iota n))
entry longer (n: i64) (xs: []i32): [n+1]i32 = map (+ 1) xs

def inner (xs: []i32) (ys: []i32) = i32.sum (map2 (*) xs ys)
def mm (a: [][]i32) (b: [][]i32) = map (\r -> map (inner r) (transpose b)) a
entry product (a: [][]i32) (b: [][]i32) = mm a b
entry chain (a: [][]i32) (b: [][]i32) (c: [][]i32) = mm a (mm b c)

type pair [n] = {a: [n]i32, b: [n]i32}
def add_parts (p: pair []) (q: {a: []i32, b: []i32}) = map2 (+) p.a q.b
def add_tuple ((xs, ys): ([]i32, []i32)) = map2 (+) xs ys
entry parts (xs: []i32) =
  add_tuple (xs, add_parts {a = xs, b = xs} {a = [0], b = map (const 1) xs})

entry inside (xs: []i32) =
  let add (a: []i32) (b: []i32) = map2 (+) a b
  in (add xs xs, i32.sum (add [1, 2] [2, 4]))

def apply (f: []i32 -> []i32) (xs: []i32) = f xs
entry higher (xs: []i32) = apply (map (+ 1)) xs
