-- ==
-- input { [1,2,3] [1.0f32,2.0f32] } output { 14 5.0f32 3 2i64 }
module sq (N: numeric) = { def sumsq [n] (x: [n]N.t) = N.sum (map (\v -> v N.* v) x) def cnt [n] (x: [n]N.t) = N.i64 (length x) def k = i64.i32 2 def mx = N.maximum }
module a = sq i32
module b = sq f32
def main (x: []i32) (y: []f32) = (a.sumsq x, b.sumsq y, a.cnt x, b.k)
