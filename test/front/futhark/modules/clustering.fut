-- ==
-- input { [[0.0f32,0.0f32],[0.0f32,2.0f32],[10.0f32,10.0f32],[10.0f32,12.0f32]] } output { [[0.0f32,1.0f32],[10.0f32,11.0f32]] }
module type metric = { type t val dist [d]: [d]t -> [d]t -> t }
module kmeans (R: real) (M: metric with t = R.t) = {
  type point [d] = [d]R.t
  def closest [k][d] (cs: [k](point [d])) (p: point [d]): i64 =
    let ds = map (M.dist p) cs
    in (reduce (\(i, a) (j, b) -> if R.(a <= b) then (i, a) else (j, b)) (0, ds[0]) (zip (iota k) ds)).0
  def step [n][k][d] (ps: [n](point [d])) (cs: [k](point [d])): [k](point [d]) =
    let labels = map (closest cs) ps
    let sums = reduce_by_index (replicate k (replicate d (R.i32 0))) (map2 (R.+)) (replicate d (R.i32 0)) labels ps
    let counts = hist (+) 0i32 k labels (replicate n 1)
    in map2 (\s c -> map (R./ R.i32 (i32.max 1 c)) s) sums counts
  def run [n][d] (k: i64) (iters: i32) (ps: [n](point [d])): [k](point [d]) =
    loop cs = tabulate k (\i -> ps[i * (n / k)]) for _i < iters do step ps cs
}
module m = kmeans f32 { type t = f32 def dist [d] (a: [d]f32) (b: [d]f32) = f32.sum (map2 (\x y -> (x - y) ** 2) a b) }
def main [n][d] (ps: [n][d]f32) = m.run 2 5 ps
