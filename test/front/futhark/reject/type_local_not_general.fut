-- A local function is not generalised.
-- ==
-- error: E1201
def main (x: i32) (b: bool) =
  let same y = y
  in (same x, same b)
