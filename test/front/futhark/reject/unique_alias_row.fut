-- A row is used after its matrix was consumed.
-- ==
-- error: E1406
def main (xss: *[][]i32) =
  let row = xss[0]
  let xss[1] = row
  let xss[2] = row
  in (row, xss)
