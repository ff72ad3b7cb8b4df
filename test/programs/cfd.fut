-- An Euler solver on an unstructured mesh, a few Runge-Kutta stages per round (after Rodinia's cfd).
type vec3 = {x: f32, y: f32, z: f32}
type state = {density: f32, momentum: vec3, energy: f32}
def gamma : f32 = 1.4

def add3 (a: vec3) (b: vec3) : vec3 = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def scale3 (k: f32) (a: vec3) : vec3 = {x = k * a.x, y = k * a.y, z = k * a.z}
def dot3 (a: vec3) (b: vec3) : f32 = a.x * b.x + a.y * b.y + a.z * b.z
def add (a: state) (b: state) : state =
  {density = a.density + b.density, momentum = add3 a.momentum b.momentum, energy = a.energy + b.energy}
def scale (k: f32) (a: state) : state = {density = k * a.density, momentum = scale3 k a.momentum, energy = k * a.energy}
def zero : state = {density = 0, momentum = {x = 0, y = 0, z = 0}, energy = 0}

def velocity (s: state) = scale3 (1 / s.density) s.momentum
def pressure (s: state) = (gamma - 1) * (s.energy - 0.5 * s.density * dot3 (velocity s) (velocity s))
def speed_of_sound (s: state) = f32.sqrt (gamma * pressure s / s.density)

def flux (n: vec3) (s: state) : state =
  let v = velocity s
  let p = pressure s
  let vn = dot3 v n
  in {density = s.density * vn, momentum = add3 (scale3 vn s.momentum) (scale3 p n), energy = vn * (s.energy + p)}

def residual [n] (far: state) (neighbours: [n][4]i32) (normals: [n][4]vec3) (states: [n]state) (i: i64) : state =
  let s = states[i]
  in loop acc = zero for j < 4 do
       let nb = neighbours[i, j]
       let normal = normals[i, j]
       let other = if nb >= 0 then states[nb] else if nb == -2 then far else s
       let area = f32.sqrt (dot3 normal normal)
       let factor = -0.2 * area * 0.5 * (f32.sqrt (dot3 (velocity s) (velocity s)) + f32.sqrt (dot3 (velocity other) (velocity other))
                                      + speed_of_sound s + speed_of_sound other)
       let smoothing = scale (-factor) (add other (scale (-1) s))
       let average = scale 0.5 (add (flux normal s) (flux normal other))
       in add acc (add smoothing (scale (-1) average))

entry main [n] (rounds: i32) (areas: [n]f32) (neighbours: [n][4]i32) (normals: [n][4][3]f32) (density: [n]f32)
    : ([n]f32, [n][3]f32, [n]f32) =
  let normals = map (map (\v : vec3 -> {x = v[0], y = v[1], z = v[2]})) normals
  let far = {density = 1.4, momentum = {x = 1.68, y = 0, z = 0}, energy = 3.5}
  let states = map (\d -> far with density = d) density
  let states =
    loop states for _i < rounds do
      let step = map2 (\a s -> 0.5 / (f32.sqrt a * (f32.sqrt (dot3 (velocity s) (velocity s)) + speed_of_sound s))) areas states
      in loop new = states for stage < 3 do
           let r = map (residual far neighbours normals new) (iota n)
           in map3 (\old k f -> add old (scale (k / f32.i32 (4 - stage)) f)) states step r
  in (map (.density) states, map (\s -> [s.momentum.x, s.momentum.y, s.momentum.z]) states, map (.energy) states)

-- ==
-- entry: main
-- input { 2i32
--   [1.452f32, 1.56f32, 1.924f32, 1.466f32, 1.508f32]
--   [[2i32, -1i32, -1i32, 4i32], [2i32, 1i32, 3i32, 2i32], [4i32, -1i32, -2i32, 1i32], [0i32, -1i32, -2i32, 2i32], [4i32, 3i32, 3i32, -2i32]]
--   [[[0.019f32, -0.021f32, -0.009f32], [0.048f32, 0.03f32, 0.025f32], [0.066f32, -0.087f32, -0.093f32], [0.076f32, 0.02f32, 0.056f32]], [[-0.035f32, 0.018f32, -0.061f32], [-0.053f32, -0.041f32, -0.099f32], [-0.083f32, 0.031f32, -0.019f32], [0.01f32, 0.086f32, -0.083f32]], [[-0.049f32, 0.052f32, 0.003f32], [-0.094f32, 0.013f32, -0.078f32], [-0.078f32, -0.042f32, -0.087f32], [-0.097f32, 0.037f32, -0.057f32]], [[0.085f32, -0.09f32, -0.025f32], [0.042f32, -0.016f32, 0.013f32], [-0.06f32, 0.035f32, -0.033f32], [-0.038f32, -0.097f32, -0.018f32]], [[0.085f32, -0.073f32, 0.041f32], [-0.098f32, -0.007f32, -0.003f32], [0.036f32, -0.062f32, 0.002f32], [0.097f32, 0.054f32, -0.016f32]]]
--   [1.354f32, 1.358f32, 1.596f32, 1.2f32, 1.546f32] }
-- output { [1.29348487f32, 1.41101662f32, 1.69055303f32, 1.19891601f32, 1.50104065f32]
--   [[1.56809272f32, 0.01013222f32, 0.00342478427f32], [1.77281556f32, -0.0172013274f32, 0.0483920853f32], [1.84964404f32, -0.0115833845f32, 0.0422316075f32], [1.66504484f32, 0.0271235852f32, 0.0104791499f32], [1.61537467f32, 0.0171928954f32, -0.00462466516f32]]
--   [3.29970322f32, 3.67051724f32, 3.79534408f32, 3.47046274f32, 3.39023389f32] }
