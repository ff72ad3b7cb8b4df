-- What a local function compares is of one type.
-- ==
-- error: E1201
def main (x: i32) = let same a b = a == b in (same x 1, same true false)
