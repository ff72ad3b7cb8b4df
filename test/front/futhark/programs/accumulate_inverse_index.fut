-- An inverted index: which documents hold each word, as offsets and lists.
-- ==
-- entry: main
-- input { 3i64 [0i64, 0i64, 1i64, 2i64, 2i64] [2i64, 0i64, 2i64, 1i64, 2i64] }
-- output { [0i64, 1i64, 2i64] [0i64, 2i64, 0i64, 1i64, 2i64] }

def exclusive [n] (xs: [n]i64): [n]i64 = map2 (-) (scan (+) 0 xs) xs

entry main [n] (words: i64) (doc: [n]i64) (word: [n]i64): ([words]i64, [n]i64) =
  let counts = hist (+) 0 words word (replicate n 1)
  let offsets = exclusive counts
  let rank i = i64.sum (map (\j -> i64.bool (j < i && word[j] == word[i])) (iota n))
  let places = map (\i -> offsets[word[i]] + rank i) (iota n)
  in (offsets, scatter (replicate n (-1)) places doc)
