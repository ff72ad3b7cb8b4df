def f x y =
  match (x, y)
  case (#leaf, _) -> 0
  case (#node l v r, #some k) ->
    if k < v
    then match l
         case #leaf -> 1
         case _ -> 2
    else 3
  case (_, #none) -> 4
