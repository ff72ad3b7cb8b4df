-- A map of filters.
-- ==
-- error: E1303
def main (xss: [][]i32) = map (filter (> 0)) xss
