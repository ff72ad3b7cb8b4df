-- Updates deep inside records and arrays.
-- ==
-- entry: main
-- input { 3i64 1i64 }
-- output { [0i32, 7i32, 0i32] [false, true, false] 10i32 12i32 104u8 }

-- ==
-- entry: matrix
-- input { [[0i32, 0i32, 0i32], [1i32, 1i32, 1i32], [2i32, 2i32, 2i32]] }
-- output { [[1i32, 1i32, 1i32], [6i32, 1i32, 1i32], [7i32, 2i32, 9i32]] }

type cell = {value: i32, tags: (bool, u8)}
type grid [n] = {cells: [n]cell, meta: {name: u8, size: {w: i32, h: i32}}}

def start (n: i64): grid [n] =
  {cells = replicate n {value = 0, tags = (false, 0)}, meta = {name = 'g', size = {w = 1, h = 2}}}

entry main (n: i64) (i: i64): ([n]i32, [n]bool, i32, i32, u8) =
  let g = start n
  let g = g with meta.size.w = 10
  let g = g with meta.size.h = g.meta.size.w + g.meta.size.h
  let g = g with meta.name = 'h'
  let cells = copy g.cells
  let old = cells[i]
  let cells = cells with [i] = (old with value = 7 with tags = (true, old.tags.1 + 1))
  let g = g with cells = cells
  in (map (.value) g.cells, map (\c -> c.tags.0) g.cells, g.meta.size.w, g.meta.size.h, g.meta.name)

entry matrix [n] (a: *[n][n]i32): [n][n]i32 =
  let a[0] = replicate n 1
  let a[n - 1, n - 1] = 9
  let a[1:, 0] = map (+ 5) (copy a[1:, 0])
  in a
