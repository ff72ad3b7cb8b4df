-- A field that is not there is replaced.
-- ==
-- error: E1203
def main (r: {a: i32}) = (r with c = 1).a
