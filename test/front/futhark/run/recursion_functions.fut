-- Recursive definitions that take functions, and pass them on.
-- ==
-- entry: repeated
-- input { 3i64 1i64 } output { 4i64 }
-- input { 0i64 7i64 } output { 7i64 }
-- ==
-- entry: sorted
-- input { [3, 1, 2, 5, 4] } output { [1, 2, 3, 4, 5] [5, 4, 3, 2, 1] }
-- ==
-- entry: folded
-- input { [1, 3, 5, 7] 2 } output { 101 }
-- ==
-- entry: folded_rows
-- input { [[1, 3], [5, 7]] [2, 3] } output { [13, 40] }
-- ==
-- entry: folded_arrays
-- input { [1, 3] } output { [5, 5] }
-- ==
-- entry: tree_sums
-- input { [1, 2, 3, 4] 10 } output { 10 36 }
-- ==
-- entry: searched
-- input { [1, 3, 5, 7] [0, 4, 6, 9] } output { [0i64, 2i64, 3i64, 4i64] }
-- ==
-- entry: captured_array
-- input { [1i64, 2, 0] 4 } output { 2i64 }
-- ==
-- entry: inside
-- input { 3 } output { 15 }
def repeat 'a (n: i64) (f: a -> a) (x: a): a = if n == 0 then x else repeat (n - 1) f (f x)
entry repeated (n: i64) (x: i64) = repeat n (\y -> y + 1) x

def quicksort 't (lt: t -> t -> bool) (xs: []t): []t =
  if length xs < 2 then xs
  else let p = xs[length xs / 2]
       let less = filter (\x -> lt x p) xs
       let same = filter (\x -> !(lt x p) && !(lt p x)) xs
       let more = filter (\x -> lt p x) xs
       in quicksort lt less ++ same ++ quicksort lt more
entry sorted (xs: []i32) = (quicksort (<) xs, quicksort (>) xs)

def fold 'a 'b (f: a -> b -> a) (z: a) (xs: []b): a =
  if null xs then z else fold f (f z xs[0]) (tail xs)
entry folded (xs: []i32) (k: i32) = fold (\a x -> a * k + x) 4 xs
entry folded_rows [n] (xss: [n][]i32) (ks: [n]i32) =
  map2 (\xs k -> fold (\a x -> a * k + x) 2 xs) xss ks
entry folded_arrays (xs: []i32) = fold (\as x -> map (+ x) as) [1, 1] xs

def tree 'a (op: a -> a -> a) (ne: a) xs =
  if length xs == 0 then ne else if length xs == 1 then xs[0]
  else let m = length xs / 2 in op (tree op ne (take m xs)) (tree op ne (drop m xs))
entry tree_sums (xs: []i32) (k: i32) = (tree (+) 0 xs, tree (\a b -> a + b + k - 1) 0 xs - 1)

def search 'a (le: a -> a -> bool) (x: a) xs lo hi =
  if lo >= hi then lo
  else let middle = (lo + hi) / 2i64
       in if le x xs[middle] then search le x xs lo middle else search le x xs (middle + 1) hi
entry searched (xs: []i32) (ys: []i32) = map (\y -> search (<=) y xs 0 (length xs)) ys

entry captured_array (next: []i64) (n: i32) =
  let at = repeat (i64.i32 n) (\i -> next[i]) 0i64
  in repeat 1 (\i -> next[i]) at

-- One recursive function inside of the function that another one is given.
entry inside (n: i32) = repeat 2 (\x -> fold (+) 0 [x, repeat 1 (+ 1) x]) n
