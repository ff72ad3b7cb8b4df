-- What is read after it was put into an array is read there only while that array stays where it is: it does not go into
-- another one, of which somebody overwrites that part.

def weigh (xs: [4]i64): i64 = loop s = 0 for i < 4 do s * 7 + xs[i]

entry joined [n] (a: *[n][8]i64) (xs: [4]i64) (k: i64) (j: i64): ([n][8]i64, i64, [4]i64) =
  let p = map (\x -> x * 3 + 1) xs
  let q = map (\x -> x * 5 + 2) xs
  let c = (p ++ q) :> [8]i64
  let a = a with [k] = c
  let a = a with [j, 0] = 1000
  let a = a with [j, 1] = 2000
  in (a, weigh p, map (\i -> p[i] + q[3 - i]) (iota 4))

entry rows [n] (a: *[n][2][4]i64) (xs: [4]i64) (k: i64) (j: i64): ([n][2][4]i64, i64, [4]i64) =
  let p = map (\x -> x * 3 + 1) xs
  let q = map (\x -> x * 5 + 2) xs
  let a = a with [k] = [p, q]
  let a = a with [j, 0, 0] = 1000
  let weight = weigh p
  let a = a with [j, 1, 1] = 2000
  in (a, weight, map (\i -> p[i] + q[3 - i]) (iota 4))

entry updated [n] (a: *[n][8]i64) (xs: [4]i64) (k: i64) (j: i64): ([n][8]i64, i64, [4]i64) =
  let p = map (\x -> x * 3 + 1) xs
  let c = replicate 8 0
  let c[0:4] = p
  let a = a with [k] = c
  let a = a with [j, 0] = 1000
  in (a, weigh p, map (\i -> p[i] + p[3 - i]) (iota 4))
-- ==
-- entry: joined
-- input { [[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64],[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64]] [1i64,2i64,3i64,4i64] 1i64 1i64 }
-- output { [[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64],[1000i64,2000i64,10i64,13i64,7i64,12i64,17i64,22i64]] 1798i64 [26i64,24i64,22i64,20i64] }
-- ==
-- entry: rows
-- input { [[[0i64,0i64,0i64,0i64],[0i64,0i64,0i64,0i64]],[[0i64,0i64,0i64,0i64],[0i64,0i64,0i64,0i64]]] [1i64,2i64,3i64,4i64] 1i64 1i64 }
-- output { [[[0i64,0i64,0i64,0i64],[0i64,0i64,0i64,0i64]],[[1000i64,7i64,10i64,13i64],[7i64,2000i64,17i64,22i64]]] 1798i64 [26i64,24i64,22i64,20i64] }
-- ==
-- entry: updated
-- input { [[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64],[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64]] [1i64,2i64,3i64,4i64] 1i64 1i64 }
-- output { [[0i64,0i64,0i64,0i64,0i64,0i64,0i64,0i64],[1000i64,7i64,10i64,13i64,0i64,0i64,0i64,0i64]] 1798i64 [17i64,17i64,17i64,17i64] }
