-- Particles in boxes interact with those in neighbour boxes (after Rodinia's lavaMD).
type v4 = {v: f64, x: f64, y: f64, z: f64}

def dot3 (a: v4) (b: v4) = a.x * b.x + a.y * b.y + a.z * b.z

entry main [boxes] [per] [nn] (alpha: f64) (neighbours: [boxes][nn]i32) (num: [boxes]i32)
     (rv: [boxes][per]f64) (rx: [boxes][per]f64) (ry: [boxes][per]f64) (rz: [boxes][per]f64)
     (qv: [boxes][per]f64) : ([boxes][per]f64, [boxes][per]f64) =
  let p = map4 (map4 (\v x y z : v4 -> {v, x, y, z})) rv rx ry rz
  let a2 = 2.0 * alpha * alpha
  let forces =
    map (\l ->
      map (\a ->
        loop acc = {v = 0f64, x = 0, y = 0, z = 0} for k < nn + 1 do
          let other = if k == 0 then i32.i64 l else neighbours[l, k - 1]
          in if k > i64.i32 num[l] then acc else
          let contributions =
            map2 (\b q ->
              let r2 = a.v + b.v - dot3 a b
              let vij = f64.exp (-(a2 * r2))
              let fs = 2 * vij
              let (dx, dy, dz) = (a.x - b.x, a.y - b.y, a.z - b.z)
              in {v = q * vij, x = q * fs * dx, y = q * fs * dy, z = q * fs * dz})
            p[other] qv[other]
          let total = reduce (\(a: v4) (b: v4) -> {v = a.v + b.v, x = a.x + b.x, y = a.y + b.y, z = a.z + b.z})
                             {v = 0, x = 0, y = 0, z = 0} contributions
          in {v = acc.v + total.v, x = acc.x + total.x, y = acc.y + total.y, z = acc.z + total.z})
      p[l]) (iota boxes)
  in (map (map (.v)) forces, map (map (\f -> f.x + f.y + f.z)) forces)

-- ==
-- entry: main
-- input { 0.5f64
--   [[1i32, 2i32], [0i32, 0i32], [1i32, 0i32]]
--   [2i32, 1i32, 0i32]
--   [[0.501f64, 0.179f64, 0.913f64, 0.871f64], [0.298f64, 0.639f64, 0.609f64, 0.153f64], [0.763f64, 0.539f64, 0.779f64, 0.53f64]]
--   [[0.001f64, 0.324f64, 0.019f64, 0.929f64], [0.879f64, 0.832f64, 0.308f64, 0.058f64], [0.878f64, 0.947f64, 0.086f64, 0.486f64]]
--   [[0.069f64, 0.761f64, 0.766f64, 0.128f64], [0.475f64, 0.55f64, 0.265f64, 0.872f64], [0.423f64, 0.212f64, 0.539f64, 0.73f64]]
--   [[0.201f64, 0.312f64, 0.995f64, 0.65f64], [0.438f64, 0.518f64, 0.121f64, 0.225f64], [0.338f64, 0.588f64, 0.23f64, 0.22f64]]
--   [[0.071f64, 0.631f64, 0.229f64, 0.905f64], [0.86f64, 0.071f64, 0.238f64, 0.669f64], [0.214f64, 0.132f64, 0.936f64, 0.571f64]] }
-- output { [[3.5166233338499f64, 5.5130555965672f64, 4.0502843123501f64, 4.0937743136011f64], [4.0121408030032f64, 3.4644691891707f64, 2.5975112145343f64, 3.7016166224295f64], [1.2627030544736f64, 1.3987991945647f64, 1.0905522015812f64, 1.4062984710393f64]]
--   [[-7.8934629766746f64, -0.10133921114052f64, 3.0111437199462f64, 2.0721593352429f64], [2.1925166712282f64, 2.6502282038287f64, -4.1174147391647f64, -2.3290749194634f64], [0.97746762140139f64, 1.3635275932384f64, -0.7712064349639f64, 0.58263661968274f64]] }
