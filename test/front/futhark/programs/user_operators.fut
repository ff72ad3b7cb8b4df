-- Operators of users: precedence by the first character, sections, and in modules.
-- ==
-- input { 2i32 3i32 4i32 } output { 15i32 20i32 7i32 }

-- ==
-- entry: sections
-- input { [1i32, 2i32, 3i32] } output { [11i32, 12i32, 13i32] [-9i32, -8i32, -7i32] true }

-- ==
-- entry: local_operator
-- input { 1.0f64 2.0f64 } output { 5.0f64 }

-- ==
-- entry: backticks
-- input { 9i32 2i32 } output { 4i32 5i32 7i32 }

def (+.) (a: i32) (b: i32) : i32 = a + b + 1
def (*.) (a: i32) (b: i32) : i32 = a * b
def (<=>) (a: i32) (b: i32) : i32 = if a < b then -1 else if a > b then 1 else 0
def (|>>) 'a 'b (x: a) (f: a -> b) : b = f x

entry main (a: i32) (b: i32) (c: i32) : (i32, i32, i32) =
  (a +. b *. c, (a + b) *. c, a <=> b |> (\t -> t + 8) |> id)

entry sections [n] (xs: [n]i32) : ([n]i32, [n]i32, bool) =
  (map (+. 9) xs, map (\x -> x - 10) xs, xs |>> map (1 <=>) |>> all (<= 0))

entry local_operator (x: f64) (y: f64) : f64 =
  let (<+>) (a: f64) (b: f64) = a * a + b * b
  in x <+> y

def divide (a: i32) (b: i32) = a / b
entry backticks (a: i32) (b: i32) : (i32, i32, i32) =
  (a `divide` b, (`divide` 2) (a + b), (a `i32.max` b) - b)
