-- Nothing says which sum.
def f = let x = #a in 1
