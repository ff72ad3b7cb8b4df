-- A loan: the schedule of payments, and the rate that was meant.
-- ==
-- entry: main
-- input { 1000.0f64 0.01f64 6i64 }
-- output { [837.4516332891187f64, 673.2777829111286f64, 507.46219402935856f64, 339.98844925877086f64, 170.83996704047726f64, 7.105427357601002e-13f64] 35.29020026528854f64 }
-- input { 900.0f64 0.0f64 3i64 }
-- output { [600.0f64, 300.0f64, 0.0f64] 0.0f64 }

type month = {interest: f64, principal: f64, balance: f64}

def payment (amount: f64) (rate: f64) (months: i64): f64 =
  if rate == 0 then amount / f64.i64 months
  else amount * rate / (1 - (1 + rate) ** (-f64.i64 months))

def schedule (amount: f64) (rate: f64) (months: i64): [months]month =
  let due = payment amount rate months
  let blank = replicate months {interest = 0, principal = 0, balance = 0}
  let (out, _) =
    loop (out, balance) = (blank, amount) for i < months do
      let interest = balance * rate
      let principal = due - interest
      let balance = balance - principal
      in (out with [i] = {interest, principal, balance}, balance)
  in out

entry main (amount: f64) (rate: f64) (months: i64): ([months]f64, f64) =
  let s = schedule amount rate months
  in (map (.balance) s, f64.sum (map (.interest) s))
