-- Combinators for pairs and functions.
-- ==
-- input { [1,5,2] [4,4,4] } output { [15i32, 27i32, 18i32] [3i32, 11i32, 5i32] 11i32 }
def map_fst 'a 'b 'c (f: a -> c) (x: a, y: b): (c, b) = (f x, y)
def both 'a 'b (f: a -> b) (x: a, y: a) = (f x, f y)
def on 'a 'b 'c (g: b -> b -> c) (f: a -> b) (x: a) (y: a): c = g (f x) (f y)
def compose3 f g h = f <-< g <-< h
entry main [n] (xs: [n]i32) (ys: [n]i32) =
  let zs = zip xs ys |> map (map_fst (*2))
  let ws = map (both (+1)) zs
  in (map2 (on (+) (*3)) xs ys, map (.0) ws, compose3 i32.sum (map (+1)) reverse xs)
