-- Heat on a chip: the new grid is put together of its corners, edges and interior, each of which is made in its place
-- (paper 001, section 6.8.3); beside it the same as one map.
def next (x: f32) (power: f32) (up: f32) (down: f32) (left: f32) (right: f32) : f32 =
  x + 0.1 * (power + ((up + down) - 2 * x) + ((left + right) - 2 * x) + 0.05 * (80 - x))

def step_parts [n][m] (t: [n][m]f32) (p: [n][m]f32) : [n][m]f32 =
  let (r, c) = (n - 1, m - 1)
  let corner i j k l = next t[i, j] p[i, j] t[i, j] t[k, j] t[i, j] t[i, l]
  let across i k = map (\j -> let j = j + 1 in next t[i, j] p[i, j] t[i, j] t[k, j] t[i, j - 1] t[i, j + 1]) (iota (m - 2))
  let along j l = map (\i -> let i = i + 1 in next t[i, j] p[i, j] t[i - 1, j] t[i + 1, j] t[i, j] t[i, l]) (iota (n - 2))
  let inside = tabulate_2d (n - 2) (m - 2) (\i j ->
    let (i, j) = (i + 1, j + 1)
    in next t[i, j] p[i, j] t[i - 1, j] t[i + 1, j] t[i, j - 1] t[i, j + 1])
  let top = [[corner 0 0 1 1] ++ across 0 1 ++ [corner 0 c 1 (c - 1)]] :> [1][m]f32
  let left = map (\x -> [x]) (along 0 1)
  let right = map (\x -> [x]) (along c (c - 1))
  let middle = map3 (\l x r -> l ++ x ++ r :> [m]f32) left inside right
  let bottom = [[corner r 0 (r - 1) 1] ++ across r (r - 1) ++ [corner r c (r - 1) (c - 1)]] :> [1][m]f32
  in top ++ middle ++ bottom :> [n][m]f32

def step_whole [n][m] (t: [n][m]f32) (p: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
    let x = t[i, j]
    in next x p[i, j] (if i == 0 then x else t[i - 1, j]) (if i == n - 1 then x else t[i + 1, j])
                      (if j == 0 then x else t[i, j - 1]) (if j == m - 1 then x else t[i, j + 1]))

entry parts [n][m] (steps: i32) (t: [n][m]f32) (p: [n][m]f32) : [n][m]f32 = loop t for _k < steps do step_parts t p
entry whole [n][m] (steps: i32) (t: [n][m]f32) (p: [n][m]f32) : [n][m]f32 = loop t for _k < steps do step_whole t p
entry make (n: i64) (m: i64) : ([n][m]f32, [n][m]f32) =
  (tabulate_2d n m (\i j -> 80 + f32.i64 ((i * 5 + j * 3) % 17)), tabulate_2d n m (\i j -> f32.i64 ((i + j * 7) % 5) / 4))
-- ==
-- entry: parts whole
-- nobench script input { let (t, p) = make 4 5 in (3i32, t, p) }
-- output { [[82.174934f32, 84.517792f32, 87.379463f32, 89.146042f32, 89.216537f32],
--            [85.899178f32, 87.843201f32, 89.626770f32, 88.689140f32, 85.905159f32],
--            [89.911774f32, 89.702446f32, 89.778694f32, 87.271454f32, 85.508751f32],
--            [91.128204f32, 86.764717f32, 86.520813f32, 86.840691f32, 87.905571f32]] }
-- nobench script input { let (t, p) = make 2 2 in (3i32, t, p) } output { [[81.951393f32, 83.580116f32], [84.524361f32, 86.153091f32]] }
-- nobench script input { let (t, p) = make 2 7 in (3i32, t, p) }
-- output { [[82.035439f32, 84.395294f32, 87.310966f32, 89.406792f32, 89.509132f32, 88.971107f32, 84.835495f32],
--            [84.607162f32, 86.923889f32, 89.317360f32, 89.792412f32, 86.036469f32, 85.482689f32, 84.928040f32]] }
-- "1024" notest script input { let (t, p) = make 1024 1024 in (360i32, t, p) }
-- "8192" notest script input { let (t, p) = make 8192 8192 in (360i32, t, p) }
