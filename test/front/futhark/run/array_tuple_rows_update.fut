-- An array of records with arrays inside, updated in place.
-- ==
-- entry: main
-- input { 2i64 } output { [[0, 0], [7, 8]] [false, true] }
type row = {data: [2]i32, dirty: bool}
def main (n: i64): ([n][2]i32, [n]bool) =
  let rows: *[n]row = replicate n {data = [0, 0], dirty = false}
  let rows[1] = {data = [7, 8], dirty = true}
  in (map (.data) rows, map (.dirty) rows)
