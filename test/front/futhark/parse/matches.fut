def a x = match x case 0 -> 1 case _ -> 2
def b x =
  match x
  case #some y -> y
  case #none -> 0
def c x = match x case (1, true) -> 'a' case (_, false) -> 'b' case (n, _) -> 'c'
def d x = match x case #foo (#bar a) {x, y = 2} -> a case _ -> 0
def e x = match x case -1 -> 1 case -1.5f32 -> 2 case 'c' -> 3 case 0x10 -> 4
def f x = match (x: t) case (y: t) -> y
def g x = match f x case (#a: t) -> 1 case #b -> match y case #c -> 2 case #d -> 3
def h x = match x case #a -> (match y case 1 -> 2 case _ -> 3) case #b -> 4
def i x = match x case #[likely] 1 -> 1 case _ -> 2
def j x = match x case y: t -> y
def k x = match x case #foo -1 2 -> 1 case _ -> 2
