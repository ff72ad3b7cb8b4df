-- The arms of an if differ.
-- ==
-- error: E1201
def main (b: bool) = if b then 1i32 else 2.0f64
