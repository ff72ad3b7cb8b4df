-- Arms with different sizes where one is stated.
-- ==
-- error: E1301
def main [n] (k: i32) (xs: [n]i32): [n]i32 = match k case 0 -> xs case _ -> filter (> 0) xs
