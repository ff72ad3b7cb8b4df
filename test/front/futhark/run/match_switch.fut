-- A match on constants or constructors is a switch, with the rest of the cases as its default.
-- ==
-- entry: number
-- input { [0, 3, -1, 4, 9] } output { [5, 7, 2, 40, 90] }

-- ==
-- entry: shape
-- input { [0, 1, 2, 3, 4] } output { [10, -1, 6, 100, 3] }

-- ==
-- entry: mixed
-- input { [0, 1, 2, 5, 6, 7] [1, 1, 1, 1, 2, 3] } output { [0, 11, 22, 9, 8, 7] }

-- ==
-- entry: text
-- input { "a-z z" } output { [1, 0, 2, 3, 2] }
-- structure { switch 5 }

type shape = #circle i32 | #dot | #line (i32, i32) | #poly {sides: i32} | #other i32

def shape_of (k: i32): shape =
  match k
  case 0 -> #circle 5
  case 1 -> #dot
  case 2 -> #line (2, 3)
  case 3 -> #poly {sides = 10}
  case n -> #other n

def area (s: shape): i32 =
  match s
  case #circle r -> 2 * r
  case #dot -> -1
  case #line (a, b) -> a * b
  case #poly {sides} -> sides * sides
  case #other n -> n - 1

entry number (xs: []i32): []i32 =
  map (\x -> match x
             case 0 -> 5
             case 3 -> 7
             case -1: i32 -> 2
             case y -> 10 * y) xs

entry shape (xs: []i32): []i32 = map (shape_of >-> area) xs

-- A case that is no constant is in the middle, and one constant comes twice.
entry mixed [n] (xs: [n]i32) (ys: [n]i32): [n]i32 =
  map2 (\x y -> match x
                case 0 -> 0
                case 1 -> 11
                case z ->
                  (match (z, y)
                   case (2, _) -> 22
                   case (_, 1) -> 9
                   case (_, 2) -> 8
                   case (a, _) -> a)) xs ys

entry text (s: []u8): []i32 =
  map (\c -> match c case 'a' -> 1 case 'z' -> 2 case ' ' -> 3 case '-' -> 0 case _ -> -1) s
