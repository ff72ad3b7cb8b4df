-- On a device the elements of a row are threads: a row is not overwritten while other threads still read what stands in front of it, as
-- the factor of an elimination step does. (On a processor this is done in place.)
-- ==
-- entry: main
-- input { [[2f64, 4f64, 2f64], [1f64, 4f64, 3f64], [4f64, 2f64, 8f64]] }
-- output { [[0f64, 0f64, 0f64], [0f64, 0f64, 0f64], [0f64, 0f64, 10f64]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }
-- structure cuda,simplify,fuse,simplify,core_to_flat,simplify,flatten,simplify,sink,part_rows,layout,flat_to_mem,reuse { alloc 2 }
-- structure simplify,fuse,simplify,core_to_flat,simplify,flat_to_mem,reuse { alloc 1 }
entry main [n] (d: *[n][n]f64) =
  loop d for k < n - 1 do
    let row = copy d[k]
    in map (\r -> let f = r[k] / row[k] in map2 (\x y -> x - f * y) r row) d
