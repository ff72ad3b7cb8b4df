def f =  1
