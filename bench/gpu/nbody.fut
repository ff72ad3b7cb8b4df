-- The acceleration of each body by all others.
type vector = {x: f32, y: f32, z: f32}

def add (a: vector) (b: vector): vector = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}

def pull (p: vector) (q: vector) (mass: f32): vector =
  let d = {x = q.x - p.x, y = q.y - p.y, z = q.z - p.z}
  let inverse = 1 / f32.sqrt (d.x * d.x + d.y * d.y + d.z * d.z + 0.01)
  let s = mass * (inverse * inverse * inverse)
  in {x = s * d.x, y = s * d.y, z = s * d.z}

entry main [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) (masses: [n]f32): ([n]f32, [n]f32, [n]f32) =
  let bodies = map3 (\x y z -> {x, y, z}) xs ys zs
  let accelerations =
    map (\p -> reduce add {x = 0, y = 0, z = 0} (map2 (pull p) bodies masses)) bodies
  in unzip3 (map (\a -> (a.x, a.y, a.z)) accelerations)
-- ==
-- input { [0f32, 1f32] [0f32, 0f32] [0f32, 0f32] [1f32, 2f32] }
-- output { [1.970444f32, -0.985222f32] [0f32, 0f32] [0f32, 0f32] }
