-- The result type decides the literals, the parameters decide the rest.
-- ==
-- entry: main
-- input { 3u8 } output { [3u8, 1u8] 255u8 }
def main (x: u8): ([2]u8, u8) = ([x, 1], 0 - 1)
