-- Also where its type is found later.
-- ==
-- error: E1201
def main (xs: [3]i32) (is: []u8) = map (\i -> xs[i]) is
