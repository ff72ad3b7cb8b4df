-- The operand of a section has another type.
-- ==
-- error: E1201
def main (xs: []i32) = map (+ 1.5) xs
