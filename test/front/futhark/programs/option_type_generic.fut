-- An option type with the usual functions.
-- ==
-- entry: first_big
-- input { [5i32, 101i32, 300i32] }
-- output { 101i32 }
-- input { empty([0]i32) }
-- output { -1i32 }

-- ==
-- entry: chain
-- input { 100i32 5i32 3i32 }
-- output { 7i32 }
-- input { 100i32 0i32 3i32 }
-- output { -99i32 }

-- ==
-- entry: look
-- input { [1u8, 2u8] [0.5f32, 1.5f32] 2u8 }
-- output { 3.0f32 }
-- input { [1u8, 2u8] [0.5f32, 1.5f32] 9u8 }
-- output { f32.nan }

type option 'a = #none | #some a

def map_option 'a 'b (f: a -> b) (x: option a): option b =
  match x case #none -> #none case #some y -> #some (f y)
def bind 'a 'b (x: option a) (f: a -> option b): option b =
  match x case #none -> #none case #some y -> f y
def or_else 'a (x: option a) (y: option a): option a =
  match x case #none -> y case _ -> x
def get_or 'a (default: a) (x: option a): a =
  match x case #none -> default case #some y -> y

def find [n] 'a (p: a -> bool) (xs: [n]a): option a =
  reduce or_else #none (map (\x -> if p x then #some x else #none) xs)
def safe_div (a: i32) (b: i32): option i32 = if b == 0 then #none else #some (a / b)
def lookup [n] 'k 'v (eq: k -> k -> bool) (k: k) (table: [n](k, v)): option v =
  find (\(l, _) -> eq k l) table |> map_option (.1)

entry first_big (xs: []i32): i32 = find (> 100) xs |> get_or (-1)
entry chain (a: i32) (b: i32) (c: i32): i32 =
  bind (safe_div a b) (\q -> bind (safe_div q c) (\r -> #some (r + 1))) |> get_or (-99)
entry look [n] (keys: [n]u8) (values: [n]f32) (k: u8): f32 =
  lookup (==) k (zip keys values) |> map_option (* 2) |> get_or f32.nan
