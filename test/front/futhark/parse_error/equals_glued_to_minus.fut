def f x =-x
