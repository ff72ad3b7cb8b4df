-- A type that refers to itself.
-- ==
-- error: E1102
type list = #nil | #cons i32 list
def main = 1i32
