-- Expansion by offsets: which segment each element is of.
-- ==
-- input { [4i64,2i64,7i64]  } output { [0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64] }
def inclusive_to_exclusive [n] (xs: [n]i64) = map2 (-) (scan (+) 0 xs) xs
def expand [n] (sz: [n]i64) =
  let offs = inclusive_to_exclusive sz
  let total = i64.sum sz
  let marks = scatter (replicate total 0i64) offs (replicate n 1)
  in map (\x -> x - 1) (scan (+) 0 marks)
entry main (xs: []i64) = expand xs
