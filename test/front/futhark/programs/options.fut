-- An option type of our own: safe division, lookup, chaining and defaults.
-- ==
-- input { 100i32 5i32 2i32 } output { 10i32 }
-- input { 100i32 0i32 2i32 } output { -1i32 }

-- ==
-- entry: lookups
-- input { [10i32, 20i32, 30i32] [2i64, 5i64, 0i64, -1i64] }
-- output { [30i32, -99i32, 10i32, -99i32] }

-- ==
-- entry: maximum
-- input { [5i32, 3i32, 8i32] } output { true 8i32 }
-- input { empty([0]i32) } output { false 0i32 }

-- ==
-- entry: inverses
-- input { [1i32, 0i32, 4i32] } output { 2i32 [100i32, 25i32] }

type opt 't = #some t | #none

def bind 'a 'b (o: opt a) (f: a -> opt b) : opt b =
  match o
  case #some x -> f x
  case #none -> #none

def from_opt 't (default: t) (o: opt t) : t =
  match o
  case #some x -> x
  case #none -> default

def is_some 't (o: opt t) : bool =
  match o
  case #some _ -> true
  case #none -> false

def safe_div (a: i32) (b: i32) : opt i32 =
  if b == 0 then #none else #some (a / b)

def lookup [n] 't (xs: [n]t) (i: i64) : opt t =
  if i >= 0 && i < n then #some xs[i] else #none

entry main (a: i32) (b: i32) (c: i32) : i32 =
  from_opt (-1) (safe_div a b `bind` (\q -> safe_div q c))

entry lookups [n][m] (xs: [n]i32) (is: [m]i64) : [m]i32 =
  map (lookup xs >-> from_opt (-99)) is

entry maximum [n] (xs: [n]i32) : (bool, i32) =
  let larger (a: opt i32) (b: opt i32) : opt i32 =
    match (a, b)
    case (#none, y) -> y
    case (x, #none) -> x
    case (#some x, #some y) -> #some (i32.max x y)
  in match reduce larger #none (map (\x -> #some x) xs)
     case #some x -> (true, x)
     case #none -> (false, 0)

entry inverses [n] (xs: [n]i32) : (i32, []i32) =
  let results = map (safe_div 100) xs
  let good = filter is_some results
  in (i32.i64 (length good), map (from_opt 0) good)
