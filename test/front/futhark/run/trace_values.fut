-- What `trace` and the attribute show: a line with a label and the value, as it is reached.
-- ==
-- entry: scalars
-- input { 3i64 2.5f32 } output { 3i64 2.5f32 253u8 true -7i8 }
-- traces { "trace: 3\n" "trace: 2.5\n" "trace: 253\n" "trace: true\n" "minus: -7\n" }
-- entry: compound
-- input { 2i64 } output { 2i64 [10i64, 20i64] }
-- traces {
--   "pair: (2, 0.5)\n"
--   "point: {x = 2, y = (true, 4)}\n"
--   "unit: ()\n"
--   "row: [10, 20]\n"
--   "matrix: [[0, 1, 2], [3, 4, 5]]\n"
--   "zipped: [(10, 1.5), (20, 2.5)]\n"
--   "none: []\n"
--   "nothing: [[], []]\n"
--   "all: (2, [10, 20], {a = [false, true]})\n"
--   "text: [104, 105]\n"
--   "braces: {f = #<fun>, x = 2}\n"
-- }
-- entry: sums
-- input { 1i64 } output { 17i64 }
-- traces { "only: #one 1\n" "shape: #square 4.5\n" "shape: #path [1, 2] (#some 3)\n" "shape: #empty\n" }

entry scalars (n: i64) (x: f32) =
  let n = trace n
  let x = trace x
  let u = trace (u8.i64 (256 - n))
  let b = trace (n > 2)
  let m = #[trace(minus)] (i8.i64 (-n - 4))
  in (n, x, u, b, m)

entry compound (n: i64) =
  let (a, _) = #[trace(pair)] (n, 0.5f64)
  let _ = #[trace(point)] {x = n, y = (n > 1, n * 2)}
  let _ = #[trace(unit)] ()
  let row = #[trace(row)] (map (\i -> 10 * (i + 1)) (iota n))
  let _ = #[trace(matrix)] (unflatten (iota (n * 3)))
  let _ = #[trace(zipped)] (zip row (map (\x -> f32.i64 x + 1.5) (iota n)))
  let _ = #[trace(none)] (filter (> 100) row)
  let _ = #[trace(nothing)] (replicate n (filter (> 100) row))
  let _ = #[trace(all)] (n, row, {a = map (> 15) row})
  let _ = #[trace(text)] "hi"
  let g = #[trace(braces)] {f = \(y: i64) -> y, x = n}
  in (g.f a, row)

type maybe = #none | #some i64
type shape = #empty | #square f64 | #path ([2]i64) maybe

def area (s: shape): i64 =
  match #[trace(shape)] s
  case #empty -> 0
  case #square x -> i64.f64 (x * 3)
  case #path p m -> p[0] + (match m case #none -> 0 case #some y -> y)

entry sums (n: i64) =
  let one = match #[trace(only)] (#one n: #one i64) case #one y -> y
  in area (#square 4.5) + area (#path [n, n + 1] (#some 3)) + area #empty + one - 1
