-- A value is used as a module.
-- ==
-- error: E1203
def x = 1i32
def main = x.y
