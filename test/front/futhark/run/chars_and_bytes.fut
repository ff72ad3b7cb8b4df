-- Strings as arguments, compared and reversed.
-- ==
-- entry: main
-- input { } output { true [99u8, 98u8, 97u8] 3i64 }
def main: (bool, []u8, i64) = ("abc" == "abc", reverse "abc", length "äb")
