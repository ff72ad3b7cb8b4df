-- Sine and cosine.
-- ==
-- input { 1.0 } output { 0.5403023058681398 0.8414709848078965 }

entry main x = (f64.cos x, f64.sin (x: f64))
