-- Neither is another name of a local function.
-- ==
-- error: E1201
def main (x: i32) =
  let pair a = (a, a)
  let two = pair
  in ((two x).0, (two true).1)
