-- A field of a record parameter without * is consumed.
-- ==
-- error: E1402
def main (r: {a: []i32, b: i32}) = r.a with [0] = r.b
