-- A field is replaced by a value of another type.
-- ==
-- error: E1201
def main (r: {a: i32, b: bool}) = r with a = true
