-- A small library for networks: layers are records of functions, put together with sizes in their types;
-- forward and backward passes, losses, and training by batches.

type^ forwards 'input 'w 'output 'cache = w -> input -> (cache, output)
type^ backwards 'cache 'w 'err_in 'err_out = w -> cache -> err_in -> (err_out, w)

type^ layer 'input 'w 'output 'cache =
  {forward: (k: i64) -> w -> [k]input -> [k](cache, output),
   backward: (k: i64) -> w -> [k]cache -> [k]output -> ([k]input, w),
   weights: w,
   step: f64 -> w -> w -> w}

type activation = #identity | #tanh | #sigmoid | #relu f64

def activate (a: activation) (x: f64): f64 =
  match a
  case #identity -> x
  case #tanh -> f64.tanh x
  case #sigmoid -> 1 / (1 + f64.exp (-x))
  case #relu leak -> if x > 0 then x else leak * x

def derivative (a: activation) (x: f64): f64 =
  match a
  case #identity -> 1
  case #tanh -> let t = f64.tanh x in 1 - t * t
  case #sigmoid -> let s = activate #sigmoid x in s * (1 - s)
  case #relu leak -> if x > 0 then 1 else leak

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose b)) a

def outer [n][m] (xs: [n]f64) (ys: [m]f64): [n][m]f64 = map (\x -> map (* x) ys) xs

def noise (seed: i32) (i: i64): f64 =
  let x = u32.i32 seed * 2654435761 + u32.i64 i * 40503
  let x = (x ^ (x >> 15)) * 2246822519
  let x = (x ^ (x >> 13)) * 3266489917
  in f64.u32 (x ^ (x >> 16)) / 4294967296 - 0.5

-- A dense layer with `m` inputs and `n` outputs.
def dense (m: i64) (n: i64) (act: activation) (seed: i32)
        : layer ([m]f64) ([n][m]f64, [n]f64) ([n]f64) ([m]f64, [n]f64) =
  {forward = \_ (w, b) xs ->
     map (\x -> let y = map2 (\row b -> f64.sum (map2 (*) row x) + b) w b
                in ((x, y), map (activate act) y)) xs,
   backward = \_ (w, _) caches errs ->
     let deltas = map2 (\(_, y) err -> map2 (\y e -> derivative act y * e) y err) caches errs
     let grad_w = map2 (\(x, _) d -> outer d x) caches deltas
                  |> reduce (map2 (map2 (+))) (replicate n (replicate m 0))
     let grad_b = map f64.sum (transpose deltas)
     let back = matmul deltas w
     in (back, (grad_w, grad_b)),
   weights = (unflatten (tabulate (n * m) (noise seed)), replicate n 0),
   step = \rate (w, b) (gw, gb) ->
     (map2 (map2 (\w g -> w - rate * g)) w gw, map2 (\b g -> b - rate * g) b gb)}

-- One layer after another.
def (>>>) 'a 'b 'c 'w1 'w2 'c1 'c2 (l1: layer a w1 b c1) (l2: layer b w2 c c2): layer a (w1, w2) c (c1, c2) =
  {forward = \k (w1, w2) xs ->
     let (c1, ys) = unzip (l1.forward k w1 xs)
     let (c2, zs) = unzip (l2.forward k w2 ys)
     in zip (zip c1 c2) zs,
   backward = \k (w1, w2) caches errs ->
     let (c1, c2) = unzip caches
     let (e2, g2) = l2.backward k w2 c2 errs
     let (e1, g1) = l1.backward k w1 c1 e2
     in (e1, (g1, g2)),
   weights = (l1.weights, l2.weights),
   step = \rate (w1, w2) (g1, g2) -> (l1.step rate w1 g1, l2.step rate w2 g2)}

def softmax [n] (xs: [n]f64): [n]f64 =
  let m = f64.maximum xs
  let es = map (\x -> f64.exp (x - m)) xs
  let s = f64.sum es
  in map (/ s) es

def train 'a 'w 'c [n][k] (net: layer a w ([n]f64) c) (rate: f64) (epochs: i64) (batch: i64)
                          (xs: [k]a) (labels: [k]i64): w =
  let target l = tabulate n (\i -> f64.bool (i == l))
  let batches = k / batch
  in loop w = net.weights for e < epochs * batches do
       let from = e % batches * batch
       let bx = take batch (drop from xs)
       let bl = take batch (drop from labels)
       let (caches, outs) = unzip (net.forward batch w bx)
       let errs = map2 (\o l -> map2 (-) (softmax o) (target l)) outs bl
       let (_, grad) = net.backward batch w caches errs
       in net.step (rate / f64.i64 batch) w grad

def argmax [n] (xs: [n]f64): i64 =
  (reduce_comm (\(i, x) (j, y) -> if x > y || (x == y && i < j) then (i, x) else (j, y)) (n, -f64.inf)
               (zip (indices xs) xs)).0

def net (hidden: i64) = dense 2 hidden #tanh 1 >>> dense hidden hidden (#relu 0.1) 2 >>> dense hidden 3 #identity 3

-- Points in three rings, told apart.
def ring (i: i64): ([2]f64, i64) =
  let label = i % 3
  let angle = noise 7 i * 2 * f64.pi
  let radius = 0.5 + f64.i64 label + 0.3 * noise 8 i
  in ([radius * f64.cos angle, radius * f64.sin angle], label)

entry main (hidden: i64) (count: i64) (epochs: i64) (batch: i64): (f64, f64) =
  let (xs, labels) = unzip (tabulate count ring)
  let net = net hidden
  let w = train net 0.3 epochs batch xs labels
  let outs = map (.1) (net.forward count w xs)
  let hits = map2 (\o l -> i64.bool (argmax o == l)) outs labels |> i64.sum
  let loss = map2 (\o l -> -(f64.log (softmax o)[l])) outs labels |> f64.sum
  in (f64.i64 hits / f64.i64 count, loss / f64.i64 count)

entry forward [k] (hidden: i64) (xs: [k][2]f64): [k][3]f64 =
  let net = net hidden
  in map (.1) (net.forward k net.weights xs) |> map softmax

-- ==
-- entry: main
-- input { 4i64 12i64 2i64 4i64 }
-- output { 0.58333333333333f64 1.0362271307952f64 }
-- input { 6i64 30i64 3i64 10i64 }
-- output { 0.76666666666667f64 1.023281184942f64 }
-- input { 1i64 3i64 1i64 3i64 }
-- output { 0.33333333333333f64 1.094572566429f64 }

-- ==
-- entry: forward
-- input { 5i64 [[0.5f64, -0.25f64], [1f64, 2f64], [0f64, 0f64]] }
-- output { [[0.37074161842874f64, 0.31189762327961f64, 0.31736075829165f64], [0.2594920526982f64, 0.36406522022765f64, 0.37644272707415f64], [0.33333333333333f64, 0.33333333333333f64, 0.33333333333333f64]] }
