-- Cellular automata: the game of life, Wireworld as a sum type, elementary rules on bits, SmoothLife's ring sums.
def sum8 [h] [w] (g: [h][w]i8) : [h][w]i8 =
  let right = map (rotate 1) g
  let left = map (rotate (-1)) g
  let row = map3 (map3 (\a b c -> a + b + c)) left g right
  in map3 (map3 (\a b c -> a + b + c)) (rotate 1 row) (rotate (-1) row) (map2 (map2 (+)) left right)

entry life [h] [w] (rounds: i32) (g: [h][w]bool) : [h][w]bool =
  let bits = map (map i8.bool) g
  let final = loop bits for _i < rounds do
    map2 (map2 (\c s -> i8.bool (s == 3 || (c == 1 && s == 2)))) bits (sum8 bits)
  in map (map (== 1)) final

type cell = #empty | #wire | #head | #tail
def decode (c: u8) : cell = match c case '.' -> #empty case '#' -> #wire case '@' -> #head case _ -> #tail
def encode (c: cell) : u8 = match c case #empty -> '.' case #wire -> '#' case #head -> '@' case #tail -> '~'

entry wireworld [h] [w] (rounds: i32) (g: [h][w]u8) : [h][w]u8 =
  let cells = map (map decode) g
  let final = loop cells for _i < rounds do
    let padded (i: i64) (j: i64) : cell =
      if i < 0 || j < 0 || i >= h || j >= w then #empty else cells[i, j]
    in tabulate_2d h w (\i j ->
         match cells[i, j]
         case #empty -> #empty
         case #head -> #tail
         case #tail -> #wire
         case #wire ->
           let heads = i32.sum (map (\k -> let (p, q) = (k / 3 - 1, k % 3 - 1)
                                           in if padded (i + p) (j + q) == #head then 1 else 0) (iota 9))
           in if heads == 1 || heads == 2 then #head else #wire)
  in map (map encode) final

entry elementary [n] (rule: u8) (rounds: i64) (start: [n]bool) : [rounds][n]bool =
  (loop (history, row) = (replicate rounds (replicate n false), start) for i < rounds do
     let next = map3 (\l c r -> let k = (u8.bool l << 2) | (u8.bool c << 1) | u8.bool r in (rule >> k) & 1 == 1)
                     (rotate (-1) row) row (rotate 1 row)
     in (history with [i] = row, next)).0

entry smooth [n] (rounds: i32) (g: [n][n]f32) : [n][n]f32 =
  let disc r = filter (\(i, j) -> f32.sqrt (f32.i64 (i * i + j * j)) <= r)
                      (flatten (tabulate_2d 9 9 (\i j -> (i - 4, j - 4))))
  let inner = disc 1.5
  let outer = filter (\(i, j) -> f32.sqrt (f32.i64 (i * i + j * j)) > 1.5) (disc 3)
  let mean [k] (a: [n][n]f32) (offsets: [k](i64, i64)) i j =
    f32.sum (map (\(di, dj) -> a[(i + di + n) % n, (j + dj + n) % n]) offsets) / f32.i64 k
  let sigmoid x a = 1 / (1 + f32.exp (-(x - a) * 10))
  in loop g for _r < rounds do
       tabulate_2d n n (\i j -> let m = mean g inner i j
                                let s = mean g outer i j
                                let alive = sigmoid m 0.5
                                let lo = 0.278 * (1 - alive) + 0.267 * alive
                                let hi = 0.365 * (1 - alive) + 0.445 * alive
                                in sigmoid s lo * (1 - sigmoid s hi))

-- ==
-- entry: life
-- input { 4i32
--   [[false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, true, false, false, true], [false, false, false, false, true, true], [false, true, false, false, true, true]] }
-- output { [[true, false, false, false, true, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, true, true], [true, false, false, true, false, false]] }

-- ==
-- entry: wireworld
-- input { 5i32
--   [[46u8, 46u8, 35u8, 35u8, 35u8, 35u8, 46u8, 46u8], [46u8, 64u8, 126u8, 46u8, 46u8, 46u8, 35u8, 46u8], [46u8, 35u8, 46u8, 46u8, 46u8, 46u8, 35u8, 46u8], [46u8, 46u8, 35u8, 35u8, 35u8, 35u8, 46u8, 46u8]] }
-- output { [[46u8, 46u8, 126u8, 64u8, 35u8, 126u8, 46u8, 46u8], [46u8, 35u8, 64u8, 46u8, 46u8, 46u8, 64u8, 46u8], [46u8, 126u8, 46u8, 46u8, 46u8, 46u8, 35u8, 46u8], [46u8, 46u8, 64u8, 35u8, 126u8, 64u8, 46u8, 46u8]] }

-- ==
-- entry: elementary
-- input { 30u8
--   5i64
--   [false, false, false, false, true, false, false, false, false] }
-- output { [[false, false, false, false, true, false, false, false, false], [false, false, false, true, true, true, false, false, false], [false, false, true, true, false, false, true, false, false], [false, true, true, false, true, true, true, true, false], [true, true, false, false, true, false, false, false, true]] }

-- ==
-- entry: smooth
-- input { 2i32
--   [[0.377f32, 0.538f32, 0.044f32, 0.917f32, 0.544f32, 0.989f32], [0.122f32, 0.093f32, 0.167f32, 0.931f32, 0.459f32, 0.921f32], [0.8f32, 0.404f32, 0.246f32, 0.493f32, 0.34f32, 0.901f32], [0.936f32, 0.92f32, 0.525f32, 0.109f32, 0.42f32, 0.029f32], [0.26f32, 0.702f32, 0.977f32, 0.036f32, 0.156f32, 0.012f32], [0.284f32, 0.724f32, 0.244f32, 0.499f32, 0.5f32, 0.582f32]] }
-- output { [[0.378355093f32, 0.37587573f32, 0.375399075f32, 0.314989943f32, 0.318783986f32, 0.333132496f32], [0.381010962f32, 0.373206492f32, 0.369257949f32, 0.348073429f32, 0.322818901f32, 0.286418895f32], [0.364992135f32, 0.36345202f32, 0.377525361f32, 0.368231571f32, 0.373224807f32, 0.333191802f32], [0.349350595f32, 0.277636379f32, 0.363220795f32, 0.372835086f32, 0.359212344f32, 0.377999851f32], [0.372918557f32, 0.276779276f32, 0.324248868f32, 0.371231765f32, 0.353185611f32, 0.376466841f32], [0.379069959f32, 0.35491401f32, 0.362359198f32, 0.33955241f32, 0.376165452f32, 0.372889316f32]] }
