-- A field that is not there is replaced.
-- ==
-- error: E12
def main (r: {a: i32}) = (r with c = 1).a
