-- Entry points with abbreviations of arrays and scalars.
-- ==
-- entry: main
-- input { [1.0, 2.0] 2.0 } output { [2.0, 4.0] }
type real = f64
type vector [n] = [n]real
entry main [n] (v: vector [n]) (k: real): vector [n] = map (* k) v
