-- A record with a unique array built, updated and taken apart.
-- ==
-- entry: main
-- input { 3i64 } output { [0, 9, 0] 1 }
type state [n] = {cells: [n]i32, writes: i32}
def write [n] (s: *state [n]) (i: i64) (v: i32): *state [n] =
  {cells = s.cells with [i] = v, writes = s.writes + 1}
def main (n: i64): ([n]i32, i32) =
  let s = write {cells = replicate n 0, writes = 0} 1 9
  in (s.cells, s.writes)
