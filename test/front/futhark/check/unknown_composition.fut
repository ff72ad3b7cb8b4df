-- The size that filter makes would be that of a parameter.
def f = filter (>0i32) >-> length
