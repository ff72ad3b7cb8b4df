-- Sums of sizes in another order.
-- ==
-- error: E1301
def main [a] [b] [c] (x: [a]i32) (y: [b]i32) (z: [c]i32): [a + b + c]i32 = x ++ (y ++ z)
