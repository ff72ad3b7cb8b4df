def f (xs: *[]i32) =
  let ys = flat_index_2d xs 1 2 n 3 m
  in intrinsics.flat_update_1d xs 0 1 ys
def g = scatter_stream dest (\acc (i, x) -> write acc i x) xs
