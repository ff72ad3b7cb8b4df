-- A record literal has a field too many.
-- ==
-- error: E12
type r = {a: i32}
def main (x: i32): r = {a = x, b = x}
