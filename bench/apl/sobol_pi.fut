-- π by quasi-random points: Sobol sequences from Gray codes. Values of APL's top level are computed by the
-- entry point, so they are here.
def sobol (vs: [30]i64) (p: i64): f64 =
  let gray = p ^ (p >> 1)
  in f64.i64 (reduce (^) 0 (map2 (\v b -> v * ((gray >> b) & 1)) vs (iota 30))) / 2 ** 30
entry run (n: i64): f64 =
  let v1 = map (\i -> i64.f64 (2 ** f64.i64 (29 - i))) (iota 30)
  let m2 = loop m = replicate 30 1i64 for k < 29 do m with [k + 1] = (2 * m[k]) ^ m[k]
  let v2 = map2 (\m i -> m * i64.f64 (2 ** f64.i64 (29 - i))) m2 (iota 30)
  let inside (p: i64) = sobol v1 p ** 2 + sobol v2 p ** 2 < 1
  in 4 * (f64.i64 (i64.sum (map (\i -> i64.bool (inside (i + 1))) (iota n))) / f64.i64 n)
-- ==
-- entry: run
-- nobench input { 10000i64 } output { 3.142 }
