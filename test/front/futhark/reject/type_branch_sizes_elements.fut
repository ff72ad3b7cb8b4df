-- Arms of arrays with different elements.
-- ==
-- error: E1201
def main (b: bool) = if b then [1i32] else [true]
