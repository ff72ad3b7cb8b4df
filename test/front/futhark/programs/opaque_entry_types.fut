-- Entry points with records and sums: they are opaque outside.
-- ==
-- entry: run
-- input { 1i8 [0i32, 0i32, 1i32, 1i32] [100i64, 50i64, 30i64, 1000i64] }
-- output { 120i64 }
-- input { 1i8 [0i32, 2i32] [100i64, 0i64] }
-- output { 0i64 }

-- ==
-- entry: make
-- input { 7i8 }
-- output { 0i64 7i8 }

type account = {balance: i64, owner: i8}
type event = #deposit i64 | #withdraw i64 | #close

entry make (owner: i8): account = {balance = 0, owner}
entry show (a: account): (i64, i8) = (a.balance, a.owner)

def apply (a: account) (e: event): account =
  match e
  case #deposit x -> a with balance = a.balance + x
  case #withdraw x -> if x > a.balance then a else a with balance = a.balance - x
  case #close -> a with balance = 0

entry event_of (kind: i32) (amount: i64): event =
  match kind
  case 0 -> #deposit amount
  case 1 -> #withdraw amount
  case _ -> #close

entry run [n] (owner: i8) (kinds: [n]i32) (amounts: [n]i64): i64 =
  let a = loop a = make owner for (k, x) in zip kinds amounts do apply a (event_of k x)
  in (show a).0
