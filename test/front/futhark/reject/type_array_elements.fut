-- Elements of different types.
-- ==
-- error: E1201
def main = [1i32, true]
