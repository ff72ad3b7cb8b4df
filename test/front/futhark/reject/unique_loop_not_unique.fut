-- A loop consumes a parameter that started as something not unique.
-- ==
-- error: E1402
def main (xs: []i32) = loop ys = xs for i < 3 do ys with [i] = i
