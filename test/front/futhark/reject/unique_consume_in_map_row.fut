-- A map may not consume its rows.
-- ==
-- error: E1402
def main (xss: [][]i32) = map (\xs -> xs with [0] = 1) xss
