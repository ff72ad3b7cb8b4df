-- Lengths of Collatz sequences, and where the longest starts.
-- ==
-- input { 10i32 } output { [0i32, 1i32, 7i32, 2i32, 5i32, 8i32, 16i32, 3i32, 19i32, 6i32] }

-- ==
-- entry: longest
-- input { 30i64 } output { 27i64 111i32 }

def collatz (n: i64) : i32 =
  let (_, steps) =
    loop (n, steps) = (n, 0i32) while n != 1 do
      (if n % 2 == 0 then n / 2 else 3 * n + 1, steps + 1)
  in steps

entry main (n: i32) : []i32 = map collatz (map i64.i32 (1...n))

def argmax [n] (xs: [n]i32) : (i64, i32) =
  reduce (\(i, x) (j, y) -> if y > x then (j, y) else (i, x))
         (-1, i32.lowest)
         (zip (iota n) xs)

entry longest (n: i64) : (i64, i32) =
  let (i, steps) = argmax (tabulate n (\i -> collatz (i + 1)))
  in (i + 1, steps)
