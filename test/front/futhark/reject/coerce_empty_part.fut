-- Nor those of a part.
-- ==
-- error: E1306
def main (n: i64) = ([], concat [] []) :> ([n]i32, [n](i32, [n]bool))
