-- The type of a record is not known where a field is taken.
-- ==
-- error: E1205
def f = \r -> r.a
def main (x: i32) = f {a = x}
