-- Rows of bins that are made in other ways than by maps of one length (flat/bins_normal.c, flat/bins_size.c).

-- Prefixes that are mapped at once: the edit distance of strings of lengths of their own.
-- ==
-- entry: edits
-- structure opencl { kernel:block 7 }
-- input { [1i64, 7i64, 0i64, 4i64] [3i64, 5i64, 2i64, 0i64] } output { [2i64, 4i64, 2i64, 4i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [40i64, 3i64] [500i64, 512i64] } output { [460i64, 510i64] }
-- input { [4i64, 3i64] [5i64, 513i64] } output { [3i64, 511i64] }
entry edits [n] (as: [n]i64) (bs: [n]i64) : [n]i64 =
  map3 (\i a b ->
    let row =
      loop row = map (+ 1) (iota b) for r < a do
        let near = map (\k -> let corner = if k == 0 then r else row[k - 1]
                              in i64.min (row[k] + 1) (corner + i64.bool ((r * i) % 4 != (k * (i + 1)) % 4))) (iota b)
        in map2 (\k x -> i64.min (x + k) (r + 2 + k)) (iota b) (scan i64.min i64.highest (map2 (\k x -> x - k) (iota b) near))
    in if b > 0 then row[b - 1] else a) (iota n) as bs

-- Elements that are put to rows, some of them out of range, some to a row that lives on.
-- ==
-- entry: scattered
-- input { [1i64, 7i64, 0i64, 4i64] [3i64, 5i64, 2i64, 1i64] } output { [2003i64, 138049i64, 0i64, 20004i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry scattered [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let (xs, ys) =
      loop (xs, ys) = (iota w, replicate w 1) for t < h do
        let xs = scatter (replicate w t) (map (\k -> (k + t) % (w + 1) * 2 - 1) (iota w)) (map (\k -> xs[k] + k) (iota w))
        let ys = scatter ys (map (\k -> if k % 2 == t % 2 then w - 1 - k else -1) (iota w)) (map2 (+) xs (copy ys))
        in (xs, ys)
    in i64.sum (map2 (*) xs (map (+ 1) (iota w))) * 1000 + i64.sum ys) ws hs

-- Filters: what goes on gets shorter until nothing is left.
-- ==
-- entry: sieve
-- input { [1i64, 70i64, 0i64, 14i64, 33i64] } output { [1000004i64, 20226458i64, 0i64, 6001257i64, 11015862i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [512i64] } output { [97717817i64] }
entry sieve [n] (ws: [n]i64) : [n]i64 =
  map (\w ->
    let (_, count, s) =
      loop (xs, count, s) = (map (+ 2) (iota w), 0, 0) while length xs > 0 do
        let p = xs[0]
        in (filter (\x -> x % p != 0) xs, count + 1, s + p * i64.sum xs)
    in count * 1000000 + s % 1000000) ws

def split_at_third [w] (xs: [w]i64) : ([]i64, []i64) = (take (w / 3) xs, drop (w / 3) xs)

-- Partitions, parts of rows, and rows of several.
-- ==
-- entry: parts
-- input { [1i64, 7i64, 0i64, 14i64] [3i64, 5i64, 2i64, 4i64] } output { [0i64, 191i64, 0i64, 665i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry parts [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let xs =
      loop xs = map (\k -> k * 7 % 11) (iota w) for t < h do
        let (a, b) = partition (\x -> (x + t) % 3 == 0) xs
        let (c, d) = split_at_third (a ++ reverse b)
        in (d ++ map (+ t) c) :> [w]i64
    in i64.sum (map2 (*) xs (iota w))) ws hs

-- Rows of two lengths, and one that is an element longer.
-- ==
-- entry: lengths
-- input { [1i64, 7i64, 2i64, 14i64] [3i64, 5i64, 20i64, 4i64] [2i64, 3i64, 0i64, 1i64] }
-- output { [99i64, 2780i64, 10i64, 2442i64] }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [2i64] [512i64] [2i64] } output { [261i64] }
-- input { [512i64, 3i64] [2i64, 1i64] [2i64, 1i64] } output { [3172546i64, 144i64] }
entry lengths [n] (as: [n]i64) (bs: [n]i64) (hs: [n]i64) : [n]i64 =
  map3 (\a b h ->
    let (xs, zs) =
      loop (xs, zs) = (iota a, map (* 3) (iota (a + 1))) for t < h do
        let ys = map (\c -> i64.sum (map (\r -> (r * 3 + c * 5) % 7 * xs[r]) (iota a)) % 101) (iota b)
        let m = i64.maximum ys
        let zs = map (\k -> zs[k] + (if k < a then zs[k + 1] else m)) (iota (a + 1))
        in (map (\r -> i64.sum (map (\c -> (r + c + t) % 5 * ys[c]) (iota b)) % 97 + zs[r + 1]) (iota a), zs)
    in i64.sum xs + i64.sum zs) as bs hs

-- Copies of rows in loops, and of what the host has.
-- ==
-- entry: copies
-- input { [1i64, 7i64, 0i64, 4i64] [3i64, 5i64, 2i64, 1i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [8i64, 5978i64, 0i64, 29i64] }
-- input { [8i64] [1i64] [1i64, 2i64] } error: E0402
entry copies [n] [m] (ws: [n]i64) (hs: [n]i64) (host: [m]i64) : [n]i64 =
  map2 (\w h ->
    let row = copy (take w host)
    let xs =
      loop xs = copy row for t < h do
        let ys = copy xs
        let ys = if w > 0 then ys with [t % w] = i64.sum xs else ys
        in map2 (+) (reverse xs) ys
    in i64.sum xs) ws hs

-- A row that grows in a loop has no bound in the beginning.
-- ==
-- entry: grows
-- input { [1i64, 3i64, 0i64, 4i64] [3i64, 2i64, 2i64, 0i64] } output { [0i64, 96i64, 0i64, 6i64] }
entry grows [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h -> i64.sum (loop xs = iota w for t < h do (let s = i64.sum xs in map (+ s) xs ++ map (* t) xs))) ws hs
