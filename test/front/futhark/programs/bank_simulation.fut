-- Transactions as a sum type with several payloads, folded over accounts.
-- ==
-- input { [100.0f64, 50.0f64, 0.0f64] [0i32, 1i32, 2i32, 0i32, 1i32] [0i64, 1i64, 0i64, 2i64, 2i64] [0i64, 0i64, 1i64, 0i64, 0i64] [25.0f64, 60.0f64, 30.0f64, 5.0f64, 1.0f64] }
-- output { [95.0f64, 80.0f64, 4.0f64] 1i32 }

type transaction
  = #deposit i64 f64
  | #withdraw i64 f64
  | #transfer {from: i64, to: i64} f64

def decode (kind: i32) (a: i64) (b: i64) (x: f64) : transaction =
  match kind
  case 0 -> #deposit a x
  case 1 -> #withdraw a x
  case _ -> #transfer {from = a, to = b} x

def perform [n] (balances: *[n]f64) (t: transaction) : (*[n]f64, bool) =
  match t
  case #deposit a x ->
    let new = balances[a] + x
    in (balances with [a] = new, true)
  case #withdraw a x ->
    if balances[a] < x then (balances, false)
    else let new = balances[a] - x
         in (balances with [a] = new, true)
  case #transfer {from, to} x ->
    if balances[from] < x then (balances, false)
    else let less = balances[from] - x
         let balances[from] = less
         let more = balances[to] + x
         in (balances with [to] = more, true)

entry main [n][m] (start: *[n]f64) (kinds: [m]i32) (as: [m]i64) (bs: [m]i64) (xs: [m]f64) : ([n]f64, i32) =
  let transactions = map4 decode kinds as bs xs
  in loop (balances, failures) = (start, 0) for t in transactions do
       let (balances, ok) = perform balances t
       in (balances, failures + i32.bool (!ok))
