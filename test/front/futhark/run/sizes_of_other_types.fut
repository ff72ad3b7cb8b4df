-- Sizes that are computed by way of other types are equal when they are written alike.
-- ==
-- entry: pairs
-- input { 3 } output { [0i64, 2i64, 4i64, 6i64] }
-- input { -1 } output { empty([0]i64) }
-- input { -3 } error: E0412
-- entry: halves
-- input { 7u8 } output { 3f32 }
-- entry: table
-- input { 2.7f32 [1i64, 5i64] } output { [[1i64, 2i64], [5i64, 6i64]] }
-- entry: rows
-- input { 2 [4, 5] } output { [[0, 4, 8, 12], [0, 5, 10, 15]] }
-- entry: fields
-- input { 2 } output { [[0i64, 0i64], [1i64, 1i64], [2i64, 2i64]] }
-- entry: wraps
-- input { 250u8 } output { 4i64 }
-- input { 10u8 } output { 20i64 }
-- entry: chosen
-- input { 5 } output { [1i64] }
-- input { 1 } output { empty([0]i64) }
-- entry: moduled
-- input { 5i16 } output { 10i64 }
entry pairs (n: i32) = map2 (+) (iota (i64.i32 (n + 1))) (iota (i64.i32 (n + 1)))

def half (n: u8): [i64.u8 (n / 2)]f32 = replicate (i64.u8 (n / 2)) 1
entry halves (n: u8): f32 = f32.sum (map2 (*) (half n) (half n))

def below (x: f32) = let m = i64.f32 (f32.floor x) in iota m
entry table (x: f32) (ys: []i64) = map (\y -> map (+ y) (below x)) ys

entry rows (x: i32) (ys: []i32) =
  map (\y -> let m = i64.i32 (x * 2)
             let (zs, _) = loop (zs, k) = (replicate m y, 0) for i < m do (zs with [i] = k, k + y)
             in zs) ys

type r = {n: i32, xs: [3]i64}
entry fields (n: i32) =
  let q: r = {n, xs = [0, 1, 2]}
  in map (\x -> let m = i64.i32 q.n in replicate m x) q.xs

-- The sum wraps around as the type says.
def many (n: u8): [i64.u8 (n + 10)]i64 = replicate (i64.u8 (n + 10)) 1
entry wraps (n: u8) = i64.sum (many n)

def some (n: i32): [i64.bool (n > 2)]i64 = replicate (i64.bool (n > 2)) 1
entry chosen (n: i32) = map2 i64.max (some n) (some n)

module grow (T: integral) = {
  def twice (n: T.t) = let m = T.to_i64 (n T.+ n) in replicate m 1i64
}
module g16 = grow i16
entry moduled (n: i16) = i64.sum (map2 i64.max (g16.twice n) (g16.twice n))
