-- Elements of different types.
-- ==
-- error: E12
def main = [1i32, true]
