-- Definitions by let, main without entry, and old habits of layout.
-- ==
-- input { [3i32, 4i32] } output { 25i32 }

let sq (x: i32): i32 = x*x
let sum (xs: []i32): i32 = reduce (+) 0 xs
let c: i32 = 5

-- Parentheses and commas wherever they fit.
let main [n] (xs: [n]i32): i32 =
  let ys =
    map (\(x: i32): i32 ->
           let y = sq(x)
           in y)
        (xs)
  let { a = a, b = b, } = { a = sum(ys), b = c, }
  let (p, q,) = (a, b,)
  let r = [p, q,]
  in if (r[1] == 5) && (n > 0i64)
     then r[0] else (-1)
