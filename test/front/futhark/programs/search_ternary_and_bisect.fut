-- Root finding and minimisation by functions as arguments.
-- ==
-- entry: root
-- input { 27.0f64 }
-- output { 3.0f64 }

-- ==
-- entry: sqrt2
-- input { 2.0f64 }
-- output { 1.4142135623730951f64 }

-- ==
-- entry: vertex
-- input { 2.0f64 -12.0f64 }
-- output { 3.0f64 }

def bisect (f: f64 -> f64) (lo: f64, hi: f64) (steps: i32): f64 =
  let (lo, hi) =
    loop (lo, hi) for _i < steps do
      let mid = (lo + hi) / 2
      in if f lo * f mid <= 0 then (lo, mid) else (mid, hi)
  in (lo + hi) / 2

def newton (f: f64 -> f64) (f': f64 -> f64) (x: f64): f64 =
  (loop (x, n) = (x, 0i32) while f64.abs (f x) > 1e-12 && n < 50 do (x - f x / f' x, n + 1)).0

def ternary (f: f64 -> f64) (range: (f64, f64)): f64 =
  let (a, b) = loop (a, b) = range while b - a > 1e-7 do
    let third = (b - a) / 3
    in if f (a + third) < f (b - third) then (a, b - third) else (a + third, b)
  in (a + b) / 2

entry root (c: f64): f64 = bisect (\x -> x * x * x - c) (0, c + 1) 60
entry sqrt2 (c: f64): f64 = newton (\x -> x * x - c) (* 2) c
entry vertex (a: f64) (b: f64): f64 = ternary (\x -> a * x * x + b * x) (-100, 100)
