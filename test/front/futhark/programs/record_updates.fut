-- Records in records and arrays of records: updates, projections and punning.
-- ==
-- input { 3i32 4i32 } output { 13i32 4i32 true }

-- ==
-- entry: raise_odd
-- input { [1i32, 2i32, 3i32] [10.0f32, 20.0f32, 30.0f32] }
-- output { [1i32, 2i32, 3i32] [20.0f32, 20.0f32, 60.0f32] 100.0f32 }

-- ==
-- entry: array_field
-- input { 4i64 } output { [0i64, 1i64, 5i64, 9i64] 15i64 }

type point = {x: i32, y: i32}
type shape = {origin: point, size: point, visible: bool}

def unit : shape = {origin = {x = 0, y = 0}, size = {x = 1, y = 1}, visible = false}

def move (dx: i32) (dy: i32) (s: shape) : shape =
  s with origin.x = s.origin.x + dx
    with origin.y = s.origin.y + dy

entry main (a: i32) (b: i32) : (i32, i32, bool) =
  let s = unit |> move a b |> move 10 0
  let {origin = {x, y}, size = _, visible} = s with visible = true
  in (x, y, visible)

type employee = {id: i32, salary: f32}

def raise (factor: f32) (e: employee) : employee = e with salary = e.salary * factor

entry raise_odd [n] (ids: [n]i32) (salaries: [n]f32) : ([n]i32, [n]f32, f32) =
  let staff : [n]employee = map2 (\id salary -> {id, salary}) ids salaries
  let staff = map (\e -> if e.id % 2 == 1 then raise 2 e else e) staff
  let total = staff |> map (.salary) |> f32.sum
  in (map (.id) staff, map (\{id = _, salary} -> salary) staff, total)

-- Arrays inside records may be updated in place.
entry array_field (n: i64) : ([n]i64, i64) =
  let r = {data = iota n, sum = 0i64}
  let {data, sum = _} = r
  let data = data with [2] = 5 with [3] = 9
  let r = {data, sum = 0} with sum = i64.sum data
  in (r.data, r.sum)
