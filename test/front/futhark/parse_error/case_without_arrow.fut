def f x = match x case 1 = 2 case _ = 3
