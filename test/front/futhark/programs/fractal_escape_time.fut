-- Escape times, with a loop over a record.
-- ==
-- entry: main
-- input { 10i64 7i64 30i32 }
-- output { [[1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 2i32, 2i32, 2i32, 2i32], [1i32, 1i32, 2i32, 3i32, 3i32, 4i32, 8i32, 4i32, 2i32, 2i32], [1i32, 3i32, 3i32, 4i32, 5i32, 14i32, 30i32, 16i32, 7i32, 3i32], [1i32, 4i32, 6i32, 30i32, 13i32, 30i32, 30i32, 30i32, 30i32, 3i32], [1i32, 4i32, 6i32, 30i32, 13i32, 30i32, 30i32, 30i32, 30i32, 3i32], [1i32, 3i32, 3i32, 4i32, 5i32, 14i32, 30i32, 16i32, 7i32, 3i32], [1i32, 1i32, 2i32, 3i32, 3i32, 4i32, 8i32, 4i32, 2i32, 2i32]] }
-- input { 0i64 2i64 30i32 }
-- output { empty([2][0]i32) }

type complex = {re: f64, im: f64}

def add (a: complex) (b: complex): complex = {re = a.re + b.re, im = a.im + b.im}
def square (a: complex): complex = {re = a.re * a.re - a.im * a.im, im = 2 * a.re * a.im}
def norm2 (a: complex): f64 = a.re ** 2 + a.im ** 2

def escape (limit: i32) (c: complex): i32 =
  let step (s: {z: complex, i: i32}) = s with z = (square s.z `add` c) with i = s.i + 1
  let final = loop s = {z = {re = 0, im = 0}, i = 0i32}
              while s.i < limit && norm2 s.z < 4 do step s
  in final.i

entry main (w: i64) (h: i64) (limit: i32): [h][w]i32 =
  let point y x = {re = -2 + 3 * f64.i64 x / f64.i64 w, im = -1.5 + 3 * f64.i64 y / f64.i64 h}
  in map (\y -> map (point y >-> escape limit) (iota w)) (iota h)
