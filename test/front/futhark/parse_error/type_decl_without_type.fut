type t
def x = 1
