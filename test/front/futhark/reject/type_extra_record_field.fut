-- A record literal has a field too many.
-- ==
-- error: E1203
type r = {a: i32}
def main (x: i32): r = {a = x, b = x}
