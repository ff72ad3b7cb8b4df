-- A segmented scan: a scan over pairs of flags and values.
-- ==
-- entry: main
-- input { [true, false, false, true, false] [1, 2, 3, 4, 5] } output { [1, 3, 6, 4, 9] }
-- input { [false, true, true] [1, 2, 3] } output { [1, 2, 3] }
def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t): [n]t =
  (unzip (scan (\(x_flag, x) (y_flag, y) ->
                  (x_flag || y_flag, if y_flag then y else x `op` y))
               (false, ne)
               (zip flags as))).1
def main [n] (flags: [n]bool) (xs: [n]i32) = segmented_scan (+) 0 flags xs
