-- Inputs that scripts compute: calls of entry points, also with records, tuples and literals whose type the call tells.
type~ point = {x: f32, ys: []i32}
entry make (n: i64) : point = {x = 2, ys = map i32.i64 (iota n)}
entry pair (n: i64) : ([n]i32, f64) = (map i32.i64 (iota n), 3)
entry total (q: point) : f32 = q.x + f32.i32 (i32.sum q.ys)
entry scaled [n] (xs: [n]i32) (y: f64) : f64 = y * f64.i32 (i32.sum xs)
entry size (s: []u8) : i64 = length s
-- ==
-- entry: total
-- script input { make 4i64 } output { 8f32 }
-- script input { make 4 } output { 8f32 }
-- script input { (make (4)) } output { 8f32 }
-- script input { {ys = [1,2,3], x = 1.5f32} } output { 7.5f32 }
-- ==
-- entry: scaled
-- script input { pair 4 } output { 18f64 }
-- script input { let (a, b) = pair 4 in (a, 2.0) } output { 12f64 }
-- script input { let (a, b) = pair 4 in let _ = make 3 in (a, b) } auto output
-- script input { let p = pair 0 in p } output { 0f64 }
-- script input { ([1i32, 2], -2) } output { -6f64 }
-- ==
-- entry: size
-- script input { "a {b} \"c" } output { 8i64 }
