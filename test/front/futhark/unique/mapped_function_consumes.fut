-- Implicit mapping of a function that consumes.
def upd (xs: *[3]i32) = xs with [0] = 1
def main (xss: *[2][3]i32) = upd xss
