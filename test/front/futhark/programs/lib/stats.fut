-- Used by ../imports.fut.

local def square (x: f64) : f64 = x * x

def mean [n] (xs: [n]f64) : f64 = f64.sum xs / f64.i64 n

def variance [n] (xs: [n]f64) : f64 =
  let m = mean xs
  in mean (map (\x -> square (x - m)) xs)
