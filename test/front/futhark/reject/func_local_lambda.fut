-- A name that is bound to a lambda is not polymorphic.
-- ==
-- error: E1201
def main (x: i32) = let id = \y -> y in (id x, id true)
