def f = \x->-x
