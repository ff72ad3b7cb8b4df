-- Branches of different sizes: nothing is found out from that.
-- ==
-- error: E1301
def main [n] (xs: []i32) (ys: [n]i32): [n]i32 = if true then xs else ys
