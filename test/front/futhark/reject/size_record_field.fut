-- Fields of a record with related sizes.
-- ==
-- error: E1301
type r [n] = {a: [n]i32, b: [n]i32}
def main [n] [m] (a: [n]i32) (b: [m]i32): r [n] = {a, b}
