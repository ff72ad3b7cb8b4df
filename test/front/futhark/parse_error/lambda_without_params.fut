def f = \ -> 1
