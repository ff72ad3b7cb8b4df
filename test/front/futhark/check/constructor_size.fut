-- The size of a constructor that is not used must be known.
def main (xs: []i32) = let v : (#foo ([]i32) | #bar ([]i32)) = #foo xs in match v case #foo a -> a[0] case #bar b -> b[0]
