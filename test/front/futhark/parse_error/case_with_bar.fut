def f x = match x | 1 -> 2 | _ -> 3
