-- A grid whose type has two sizes, behind a signature with named parameters.
-- ==
-- input { 4i64 } output { 20i32 }
module type grid = { type t [h][w] val make: (h: i64) -> (w: i64) -> t [h][w] val step [h][w]: t [h][w] -> t [h][w] val total [h][w]: t [h][w] -> i32 }
module life: grid = {
  type t [h][w] = [h][w]bool
  def make h w = tabulate_2d h w (\i j -> (i + j) % 2 == 0)
  def step [h][w] (g: t [h][w]): t [h][w] = map2 (map2 (\a b -> a != b)) g (rotate 1 g)
  def total g = i32.sum (map (map i32.bool >-> i32.sum) g)
}
entry main n = life.total (life.step (life.make n (n + 1)))
