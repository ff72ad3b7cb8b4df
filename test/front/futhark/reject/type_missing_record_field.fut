-- A record literal lacks a field.
-- ==
-- error: E1203
type r = {a: i32, b: i32}
def main (x: i32): r = {a = x}
