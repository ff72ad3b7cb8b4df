-- A lattice Boltzmann method in three dimensions with 19 velocities: each cell pulls what its neighbours send, and its
-- row of 19 numbers is made in its place (paper 001, section 6.8.4). Walls bounce.
def cx : [19]i64 = [0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1]
def cy : [19]i64 = [0, 1, -1, 0, 0, 0, 0, 1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1]
def cz : [19]i64 = [0, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0]
def back : [19]i64 = [0, 2, 1, 4, 3, 6, 5, 10, 9, 8, 7, 14, 13, 12, 11, 18, 17, 16, 15]
def weight (k: i64) : f32 = if k == 0 then 1 / 3 else if k < 7 then 1 / 18 else 1 / 36

def collide (omega: f32) (f: [19]f32) : [19]f32 =
  let rho = f32.sum f
  let ux = f32.sum (map2 (\f c -> f * f32.i64 c) f cx) / rho
  let uy = f32.sum (map2 (\f c -> f * f32.i64 c) f cy) / rho
  let uz = f32.sum (map2 (\f c -> f * f32.i64 c) f cz) / rho
  let u2 = 1.5 * (ux * ux + uy * uy + uz * uz)
  in map2 (\k f ->
      let cu = 3 * (f32.i64 cx[k] * ux + f32.i64 cy[k] * uy + f32.i64 cz[k] * uz)
      in f + omega * (weight k * rho * (1 + cu + 0.5 * cu * cu - u2) - f)) (iota 19) f

def step [nz][ny][nx] (walls: [nz][ny][nx]bool) (cells: [nz][ny][nx][19]f32) : [nz][ny][nx][19]f32 =
  tabulate_3d nz ny nx (\z y x ->
    let f = map (\k -> cells[(z - cz[k]) % nz, (y - cy[k]) % ny, (x - cx[k]) % nx, k]) (iota 19)
    in if walls[z, y, x] then map (\k -> f[back[k]]) (iota 19) else collide 1.2 f)

entry main [nz][ny][nx] (steps: i32) (walls: [nz][ny][nx]bool) (cells: [nz][ny][nx][19]f32) : [nz][ny][nx][19]f32 =
  loop cells for _k < steps do step walls cells
entry make (nz: i64) (ny: i64) (nx: i64) : ([nz][ny][nx]bool, [nz][ny][nx][19]f32) =
  (tabulate_3d nz ny nx (\z y x -> (z * 7 + y * 3 + x * 5) % 11 == 0),
   tabulate_3d nz ny nx (\z y x -> map (\k -> weight k * (1 + f32.i64 ((z + 2 * y + 3 * x + k) % 8) / 64)) (iota 19)))
entry digest [nz][ny][nx] (cells: [nz][ny][nx][19]f32) : (f32, f32) =
  (f32.sum (map f32.sum (flatten_3d cells)) / f32.i64 (nz * ny * nx),
   f32.sum (map (\f -> f[1] - f[2] + f[7] * f[11]) (flatten_3d cells)))
entry run (nz: i64) (ny: i64) (nx: i64) (steps: i32) : (f32, f32) = let (w, c) = make nz ny nx in digest (main steps w c)
-- ==
-- entry: run
-- nobench input { 3i64 4i64 5i64 0i32 } output { 1.054514f32 0.054990f32 }
-- nobench input { 3i64 4i64 5i64 7i32 } output { 1.054514f32 0.053045f32 }
-- nobench input { 1i64 1i64 2i64 2i32 } output { 1.044271f32 0.001414f32 }
-- nobench input { 6i64 5i64 8i64 20i32 } output { 1.054688f32 0.205895f32 }
-- ==
-- entry: main
-- "short" notest script input { let (w, c) = make 150 120 120 in (100i32, w, c) }
