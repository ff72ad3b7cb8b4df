-- Dates: days since an epoch and back, weekdays, leap years.
-- ==
-- entry: days
-- input { [1970i32, 2000i32, 2024i32, 1969i32] [1i32, 3i32, 2i32, 12i32] [1i32, 1i32, 29i32, 31i32] }
-- output { [0i32, 11017i32, 19782i32, -1i32] }

-- ==
-- entry: dates
-- input { [0i32, 11017i32, 19782i32] }
-- output { [1970i32, 2000i32, 2024i32] [1i32, 3i32, 2i32] [1i32, 1i32, 29i32] }

-- ==
-- entry: weekends
-- input { 0i32 14i64 }
-- output { 4i32 }

type date = {year: i32, month: i32, day: i32}
type weekday = #mon | #tue | #wed | #thu | #fri | #sat | #sun

def days_from_civil ({year, month, day}: date): i32 =
  let y = if month <= 2 then year - 1 else year
  let era = (if y >= 0 then y else y - 399) // 400
  let yoe = y - era * 400
  let mp = (month + 9) % 12
  let doy = (153 * mp + 2) / 5 + day - 1
  let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy
  in era * 146097 + doe - 719468

def civil_from_days (z: i32): date =
  let z = z + 719468
  let era = z / 146097
  let doe = z - era * 146097
  let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
  let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
  let mp = (5 * doy + 2) / 153
  let day = doy - (153 * mp + 2) / 5 + 1
  let month = if mp < 10 then mp + 3 else mp - 9
  in {year = yoe + era * 400 + i32.bool (month <= 2), month, day}

def weekday (d: i32): weekday =
  match (d + 3) % 7
  case 0 -> #mon case 1 -> #tue case 2 -> #wed case 3 -> #thu
  case 4 -> #fri case 5 -> #sat case _ -> #sun

def is_weekend (w: weekday): bool = match w case #sat -> true case #sun -> true case _ -> false

entry days [n] (ys: [n]i32) (ms: [n]i32) (ds: [n]i32): [n]i32 =
  map3 (\year month day -> days_from_civil {year, month, day}) ys ms ds
entry dates [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32) =
  xs |> map civil_from_days |> map (\d -> (d.year, d.month, d.day)) |> unzip3
entry weekends (from: i32) (n: i64): i32 =
  iota n |> map (\i -> i32.bool (is_weekend (weekday (from + i32.i64 i)))) |> i32.sum
