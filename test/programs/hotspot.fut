-- Heat in a chip: one explicit step per round, borders see themselves (after Rodinia's hotspot).
def grid_height : f32 = 0.016
def grid_width : f32 = 0.016
def t_chip : f32 = 0.0005
def max_pd : f32 = 3.0e6
def precision : f32 = 0.001
def spec_heat_si : f32 = 1.75e6
def k_si : f32 = 100
def factor_chip : f32 = 0.5
def amb_temp : f32 = 80.0

def step [row] [col] (temp: [row][col]f32) (power: [row][col]f32)
                     (cap: f32) (rx: f32) (ry: f32) (rz: f32) (dt: f32) : [row][col]f32 =
  tabulate_2d row col (\r c ->
    let here = temp[r, c]
    let at (i: i64) (j: i64) =
      if i >= 0 && i < row && j >= 0 && j < col then #[unsafe] temp[i, j] else here
    let vert = (at (r - 1) c + at (r + 1) c - 2 * here) / ry
    let hori = (at r (c - 1) + at r (c + 1) - 2 * here) / rx
    in here + (dt / cap) * (power[r, c] + vert + hori + (amb_temp - here) / rz))

entry main [row] [col] (rounds: i32) (temp: [row][col]f32) (power: [row][col]f32) : [row][col]f32 =
  let gh = grid_height / f32.i64 row
  let gw = grid_width / f32.i64 col
  let cap = factor_chip * spec_heat_si * t_chip * gw * gh
  let rx = gw / (2.0 * k_si * t_chip * gh)
  let ry = gh / (2.0 * k_si * t_chip * gw)
  let rz = t_chip / (k_si * gh * gw)
  let max_slope = max_pd / (factor_chip * t_chip * spec_heat_si)
  let dt = precision / max_slope
  in loop temp for _i < rounds do step temp power cap rx ry rz dt

-- ==
-- entry: main
-- input { 3i32
--   [[328.8f32, 323.1f32, 326.6f32, 324f32, 329.1f32], [324.6f32, 322.6f32, 322.5f32, 325.6f32, 322.6f32], [325.8f32, 329f32, 324f32, 322.2f32, 330f32], [325.1f32, 320.9f32, 320.5f32, 321.1f32, 326.3f32]]
--   [[0.792f32, 0.422f32, 0.064f32, 0.382f32, 0.996f32], [0.529f32, 0.971f32, 0.861f32, 0.011f32, 0.721f32], [0.682f32, 0.537f32, 0.267f32, 0.641f32, 0.112f32], [0.435f32, 0.454f32, 0.954f32, 0.876f32, 0.263f32]] }
-- output { [[328.750223f32, 323.051503f32, 326.550603f32, 323.951318f32, 329.050171f32], [324.551139f32, 322.551621f32, 322.451637f32, 325.550793f32, 322.551656f32], [325.750916f32, 328.950075f32, 323.951224f32, 322.151721f32, 329.949867f32], [325.050981f32, 320.851946f32, 320.452009f32, 321.051903f32, 326.250736f32]] }
-- input { 0i32
--   [[320f32]]
--   [[0.5f32]] }
-- output { [[320f32]] }
-- input { 2i32
--   [[320f32]]
--   [[0.5f32]] }
-- output { [[319.968002f32]] }
