-- A map of filters.
-- ==
-- error: E13
def main (xss: [][]i32) = map (filter (> 0)) xss
