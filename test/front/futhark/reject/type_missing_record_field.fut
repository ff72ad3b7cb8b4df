-- A record literal lacks a field.
-- ==
-- error: E12
type r = {a: i32, b: i32}
def main (x: i32): r = {a = x}
