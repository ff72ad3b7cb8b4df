-- Integration, differential equations, bisection: functions as arguments everywhere.
-- ==
-- input { 10i64 } output { 2.0001095173150043f64 9.0f64 }

-- ==
-- entry: ode
-- input { 20i32 } output { 0.4191694105272385f64 }

-- ==
-- entry: roots
-- input { } output { 1.4142135623730951f64 0.7390851332151607f64 }

-- ==
-- entry: regression
-- input { [1.0f64, 2.0f64, 3.0f64, 4.0f64] [2.1f64, 3.9f64, 6.2f64, 7.8f64] }
-- output { 0.15f64 1.94f64 }

def simpson (f: f64 -> f64) (a: f64) (b: f64) (n: i64) : f64 =
  let h = (b - a) / f64.i64 n
  let weight i = if i == 0 || i == n then 1 else if i % 2 == 1 then 4 else 2
  in h / 3 * f64.sum (map (\i -> weight i * f (a + f64.i64 i * h)) (iota (n + 1)))

entry main (n: i64) : (f64, f64) =
  (simpson f64.sin 0 f64.pi n, simpson (\x -> x * x) 0 3 n)

def rk4 (f: f64 -> f64 -> f64) (h: f64) (n: i32) (y0: f64) : f64 =
  let step (t, y) =
    let k1 = f t y
    let k2 = f (t + h / 2) (y + h / 2 * k1)
    let k3 = f (t + h / 2) (y + h / 2 * k2)
    let k4 = f (t + h) (y + h * k3)
    in (t + h, y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
  in (iterate n step (0, y0)).1

entry ode (n: i32) : f64 = rk4 (\t y -> -2 * y + t) (1 / f64.i32 n) n 1

def bisect (f: f64 -> f64) (lo: f64) (hi: f64) : f64 =
  let (lo, hi) =
    loop (lo, hi) for _i < 60i32 do
      let mid = (lo + hi) / 2
      in if f64.sgn (f mid) == f64.sgn (f lo) then (mid, hi) else (lo, mid)
  in (lo + hi) / 2

entry roots : (f64, f64) = (bisect (\x -> x * x - 2) 0 2, bisect (\x -> f64.cos x - x) 0 1)

-- Least squares for y = a + b x.
entry regression [n] (xs: [n]f64) (ys: [n]f64) : (f64, f64) =
  let mean = f64.sum >-> (/ f64.i64 n)
  let (mx, my) = (mean xs, mean ys)
  let b =
    f64.sum (map2 (\x y -> (x - mx) * (y - my)) xs ys) / f64.sum (map (\x -> (x - mx) ** 2) xs)
  in (my - b * mx, b)
