-- A size of a local array is stated for the outside.
-- ==
-- error: E1101
def main (xs: []i32): i64 =
  let ys: [k]i32 = (let k = 3 in iota k)
  in length ys
