-- Days since 1970 from dates, and back; leap years and weekdays.
-- ==
-- input { [2000i32, 1970i32, 2024i32, 1900i32, 1969i32] [2i32, 1i32, 12i32, 3i32, 12i32] [29i32, 1i32, 31i32, 1i32, 31i32] }
-- output { [11016i32, 0i32, 20088i32, -25508i32, -1i32] }

-- ==
-- entry: from_days
-- input { [11016i32, 0i32, 20088i32, -25508i32, -1i32] }
-- output { [2000i32, 1970i32, 2024i32, 1900i32, 1969i32] [2i32, 1i32, 12i32, 3i32, 12i32] [29i32, 1i32, 31i32, 1i32, 31i32] }

-- ==
-- entry: leap_years
-- input { [1900i32, 2000i32, 2023i32, 2024i32] } output { [false, true, false, true] }

-- ==
-- entry: weekday
-- input { 2024i32 5i32 17i32 } output { 4i32 }

type date = {year: i32, month: i32, day: i32}

def is_leap (year: i32) : bool =
  (year % 4 == 0 && year % 100 != 0) || year % 400 == 0

def days_from_civil ({year, month, day}: date) : i32 =
  let y = if month <= 2 then year - 1 else year
  let era = y / 400
  let yoe = y - era * 400
  let mp = (month + 9) % 12
  let doy = (153 * mp + 2) / 5 + day - 1
  let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy
  in era * 146097 + doe - 719468

def civil_from_days (days: i32) : date =
  let z = days + 719468
  let era = z / 146097
  let doe = z - era * 146097
  let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365
  let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
  let mp = (5 * doy + 2) / 153
  let day = doy - (153 * mp + 2) / 5 + 1
  let month = if mp < 10 then mp + 3 else mp - 9
  let year = yoe + era * 400 + i32.bool (month <= 2)
  in {year, month, day}

entry main [n] (ys: [n]i32) (ms: [n]i32) (ds: [n]i32) : [n]i32 =
  map3 (\year month day -> days_from_civil {year, month, day}) ys ms ds

entry from_days [n] (days: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  unzip3 (map (\d -> let {year, month, day} = civil_from_days d in (year, month, day)) days)

entry leap_years (years: []i32) : []bool = map is_leap years

-- Monday is 0.
entry weekday (year: i32) (month: i32) (day: i32) : i32 =
  (days_from_civil {year, month, day} + 3) % 7
