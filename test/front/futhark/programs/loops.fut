-- Loops of every form: for, for-in, while, implicit, nested, with several values.
-- ==
-- input { 5i32 } output { 15i32 120i32 55i32 }

-- ==
-- entry: gcd
-- input { 48i64 18i64 } output { 6i64 }

-- ==
-- entry: for_in
-- input { [3i32, 1i32, 2i32] } output { [2i32, 1i32, 3i32] 312i32 }

-- ==
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } output { 12i32 }

-- ==
-- entry: newton
-- input { 2.0f64 } output { 1.4142135623730951f64 5i32 }

-- ==
-- entry: count_down
-- input { 10i32 1i32 } output { 0i32 }

-- ==
-- entry: small_counter
-- input { 5u8 } output { 15u8 }

-- ==
-- entry: find
-- input { [7i32, 7i32, 1i32, 7i32] } output { 2i64 }
-- input { [7i32] } output { 1i64 }

entry main (n: i32) : (i32, i32, i32) =
  let sum = loop acc = 0 for i < n do acc + i + 1
  let factorial = loop acc = 1 for i in 1...n do acc * i
  let (squares, _) = loop (acc, i) = (0, 1) while i <= n do (acc + i * i, i + 1)
  in (sum, factorial, squares)

entry gcd (a: i64) (b: i64) : i64 =
  let (a, _) = loop (a, b) while b != 0 do (b, a % b)
  in a

entry for_in [n] (xs: [n]i32) : ([n]i32, i32) =
  let digits = loop acc = 0 for x in xs do acc * 10 + x
  let reversed =
    loop acc = replicate n 0 for (i, x) in zip (iota n) xs do
      acc with [n - 1 - i] = x
  in (reversed, digits)

entry rows [n][m] (xs: [n][m]i32) : i32 =
  loop acc = 0 for row in xs do
    let inner = loop p = 1 for x in row do p * x
    in inner - acc - 10 + 2

def root (x: f64) : (f64, i32) =
  loop (guess, i) = (x, 0) while f64.abs (guess * guess - x) > 1e-12 do
    (0.5 * (guess + x / guess), i + 1)

entry newton (x: f64) : (f64, i32) = root x

entry count_down (n: i32) (step: i32) : i32 =
  loop n while n > 0 do n - step

-- The counter has the type of the bound.
entry small_counter (n: u8) : u8 = loop sum = 0 for i < n do sum + i + 1

entry find [n] (xs: [n]i32) : i64 =
  loop i = 0 while i < n && xs[i] == 7 do i + 1
