def f = {- a comment -} 1
