-- A small library of network layers as records of functions: each layer says how it is initialised, run forwards with what
-- it must remember, run backwards, and updated. Layers are composed by a function; networks are values of a record type.

module neural (R: real) = {
  type t = R.t
  def zero = R.i64 0
  def one = R.i64 1

  -- input, weights, cache, output, and the same for errors
  type^ layer 'i 'w 'o 'c = {
    init: i64 -> w,
    forward: w -> i -> (c, o),
    backward: w -> c -> o -> (i, w),
    update: (t -> t -> t) -> w -> w -> w
  }

  def connect 'i 'w1 'm 'c1 'w2 'o 'c2 (a: layer i w1 m c1) (b: layer m w2 o c2): layer i (w1, w2) o (c1, c2) =
    {init = \seed -> (a.init seed, b.init (seed * 31 + 7)),
     forward = \(w1, w2) x -> let (c1, m) = a.forward w1 x
                              let (c2, y) = b.forward w2 m
                              in ((c1, c2), y),
     backward = \(w1, w2) (c1, c2) e -> let (em, d2) = b.backward w2 c2 e
                                        let (ei, d1) = a.backward w1 c1 em
                                        in (ei, (d1, d2)),
     update = \f (w1, w2) (d1, d2) -> (a.update f w1 d1, b.update f w2 d2)}

  def uniform (seed: i64) (i: i64): t =
    let x = u32.i64 (seed * 7919 + i) * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in R.u32 ((x ^ (x >> 16)) >> 8) R./ R.i64 16777216 R.- R.f64 0.5

  def dot [n] (xs: [n]t) (ys: [n]t): t = R.sum (map2 (R.*) xs ys)
  def matmul [n][m][p] (a: [n][m]t) (b: [m][p]t): [n][p]t = map (\r -> map (dot r) (transpose b)) a

  -- A batch of k vectors through a matrix with a bias.
  def dense (k: i64) (m: i64) (n: i64): layer ([k][m]t) ([n][m]t, [n]t) ([k][n]t) ([k][m]t) =
    {init = \seed -> (tabulate_2d n m (\i j -> uniform seed (i * m + j) R./ R.sqrt (R.i64 m) R.* R.i64 2), replicate n zero),
     forward = \(w, b) x -> (x, map (map2 (R.+) b) (matmul x (transpose w))),
     backward = \(w, _) x e -> (matmul e w, (matmul (transpose e) x, map R.sum (transpose e))),
     update = \f (w, b) (dw, db) -> (map2 (map2 f) w dw, map2 f b db)}

  -- A function of every element, with its derivative by the output.
  def pointwise (f: t -> t) (df: t -> t) (k: i64) (n: i64): layer ([k][n]t) () ([k][n]t) ([k][n]t) =
    {init = \_ -> (),
     forward = \() x -> let y = map (map f) x in (y, y),
     backward = \() y e -> (map2 (map2 (\y e -> df y R.* e)) y e, ()),
     update = \_ () () -> ()}

  def relu = pointwise (R.max zero) (\y -> if y R.> zero then one else zero)
  def tanh = pointwise R.tanh (\y -> one R.- y R.* y)

  -- Valid convolution of c channels by o filters of size s, over a batch.
  def conv (k: i64) (c: i64) (h: i64) (w: i64) (o: i64) (s: i64): layer ([k][c][h][w]t) ([o][c][s][s]t) ([k][o][h - s + 1][w - s + 1]t) ([k][c][h][w]t) =
    let (oh, ow) = (h - s + 1, w - s + 1)
    in {init = \seed -> tabulate o (\a -> tabulate_3d c s s (\b i j -> uniform seed (((a * c + b) * s + i) * s + j))),
        forward = \fs xs ->
          (xs, map (\x -> map (\f ->
             tabulate_2d (h - s + 1) (w - s + 1) (\y0 x0 -> R.sum (flatten_3d (map2 (\xc fc -> map2 (\xr fr -> map2 (R.*) xr fr) (xc[y0:y0 + s, x0:x0 + s] :> [s][s]t) fc) x f)))) fs) xs),
        backward = \fs xs es ->
          (map (\e -> tabulate_3d c h w (\ch y x ->
              R.sum (flatten_3d (tabulate_3d o s s (\a i j ->
                let (yy, xx) = (y - i, x - j)
                in if yy >= 0 && yy < oh && xx >= 0 && xx < ow then e[a, yy, xx] R.* fs[a, ch, i, j] else zero))))) es,
           tabulate o (\a -> tabulate_3d c s s (\ch i j ->
              R.sum (map2 (\x e -> R.sum (flatten (tabulate_2d oh ow (\y0 x0 -> e[a, y0, x0] R.* x[ch, y0 + i, x0 + j])))) xs es)))),
        update = \f w d -> map2 (map2 (map2 (map2 f))) w d}

  def pool2 (k: i64) (c: i64) (h: i64) (w: i64): layer ([k][c][2 * h][2 * w]t) () ([k][c][h][w]t) ([k][c][h][w]i8) =
    let pick (x: [2 * h][2 * w]t) (i: i64) (j: i64): (i8, t) =
      let candidates = [(0i8, x[2 * i, 2 * j]), (1, x[2 * i, 2 * j + 1]), (2, x[2 * i + 1, 2 * j]), (3, x[2 * i + 1, 2 * j + 1])]
      in reduce (\(a, u) (b, v) -> if u R.>= v then (a, u) else (b, v)) (0, R.lowest) candidates
    in {init = \_ -> (),
        forward = \() xs ->
          let ps = map (map (\x -> tabulate_2d h w (pick x))) xs
          in (map (map (map (map (.0)))) ps, map (map (map (map (.1)))) ps),
        backward = \() cs es ->
          (map2 (map2 (\c e -> tabulate_2d (2 * h) (2 * w) (\y x -> if i64.i8 c[y / 2, x / 2] == y % 2 * 2 + x % 2 then e[y / 2, x / 2] else zero))) cs es, ()),
        update = \_ () () -> ()}

  def reshape_rows (k: i64) (c: i64) (h: i64) (w: i64): layer ([k][c][h][w]t) () ([k][c * h * w]t) () =
    {init = \_ -> (),
     forward = \() xs -> ((), map flatten_3d xs),
     backward = \() () es -> (map unflatten_3d es, ()),
     update = \_ () () -> ()}

  def softmax [n] (xs: [n]t): [n]t =
    let m = R.maximum xs
    let es = map (\x -> R.exp (x R.- m)) xs
    let s = R.sum es
    in map (R./ s) es

  -- Steps of gradient descent on a batch; the losses at the start and at the end.
  def train 'i 'w 'c [k][n] (net: layer i w ([k][n]t) c) (steps: i32) (rate: t) (x: i) (labels: [k]i64): (w, t, t, i64) =
    let target = map (\l -> map (\j -> if j == l then one else zero) (iota n)) labels
    let loss y = R.neg (R.sum (map2 (\row l -> R.log (softmax row)[l]) y labels)) R./ R.i64 k
    let w0 = net.init 3
    let run w = (net.forward w x).1
    let w = loop w = w0 for _i < steps do
      let (c, y) = net.forward w x
      let e = map2 (\row t -> map2 (\p q -> (p R.- q) R./ R.i64 k) (softmax row) t) y target
      let (_, d) = net.backward w c e
      in net.update (\a g -> a R.- rate R.* g) w d
    let best row = (reduce (\(a, i) (b, j) -> if a R.>= b then (a, i) else (b, j)) (R.lowest, 0) (zip row (iota n))).1
    in (w, loss (run w0), loss (run w), i64.sum (map2 (\row l -> i64.bool (best row == l)) (run w) labels))
}

module n64 = neural f64
module n32 = neural f32

-- Points in rings, told apart by three layers.
entry rings (k: i64) (hidden: i64) (steps: i32): (f64, f64, [hidden][2]f64) =
  let points = map (\i -> let r = 0.3 + 0.4 * f64.i64 (i % 3)
                          let a = f64.i64 i * 2.4
                          in [r * f64.cos a, r * f64.sin a]) (iota k)
  let net = n64.connect (n64.connect (n64.connect (n64.dense k 2 hidden) (n64.tanh k hidden)) (n64.dense k hidden hidden))
                        (n64.connect (n64.tanh k hidden) (n64.dense k hidden 3))
  let (w, before, after, _) = n64.train net steps 0.5 points (map (% 3) (iota k))
  in (before, after, w.0.0.0.0)

-- Small images with a bar across or along, through a convolution, a maximum over squares and a matrix.
entry bars (k: i64) (steps: i32): (f32, f32, i64) =
  let images = tabulate k (\i -> tabulate_3d 1 8 8 (\_ y x ->
                 let bar = if i % 2 == 0 then y == 1 + i / 2 % 6 else x == 1 + i / 2 % 6
                 in f32.bool bar + 0.1 * n32.uniform 9 (i * 64 + y * 8 + x)))
  let conv = n32.conv k 1 8 8 4 3 :> n32.layer ([k][1][8][8]f32) ([4][1][3][3]f32) ([k][4][2 * 3][2 * 3]f32) ([k][1][8][8]f32)
  let net = n32.connect (n32.connect conv (n32.pool2 k 4 3 3)) (n32.connect (n32.reshape_rows k 4 3 3) (n32.dense k (4 * 3 * 3) 2))
  let (_, before, after, right) = n32.train net steps 0.3 images (map (% 2) (iota k))
  in (before, after, right)

-- ==
-- entry: rings
-- input { 6i64 4i64 0i32 }
-- output { 1.0484423757390233f64 1.0484423757390233f64 [[0.648821567206044f64, 0.03266987674212844f64], [0.4811139464782843f64, -0.3198408851126828f64], [0.3485882389575994f64, -0.13092657179448464f64], [-0.2498561274540403f64, 0.32521368106715454f64]] }
-- input { 12i64 5i64 8i32 }
-- output { 1.0525885295704547f64 0.8930336764366418f64 [[0.7652461388946146f64, 0.029414851901965203f64], [0.5765596482636655f64, -0.34506710165732596f64], [0.4938120348155392f64, -0.07918953988739133f64], [-0.27395563960478364f64, 0.31858930747520975f64], [0.4710021596707276f64, 0.5718910627986472f64]] }

-- ==
-- entry: bars
-- input { 4i64 3i32 } output { 0.778447993f32 0.428791994f32 4i64 }
-- input { 8i64 6i32 } output { 0.726719192f32 0.427625136f32 8i64 }
