-- Pascal rows, Catalan numbers, permutations by index and next permutation.
-- ==
-- input { 5i64 } output { [1i64, 5i64, 10i64, 10i64, 5i64, 1i64] 42i64 }
-- input { 0i64 } output { [1i64] 1i64 }

-- ==
-- entry: permutations
-- input { 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64], [2i64, 1i64, 0i64]] }

-- ==
-- entry: next_permutation
-- input { [1i32, 3i32, 2i32] } output { [2i32, 1i32, 3i32] }
-- input { [3i32, 2i32, 1i32] } output { [1i32, 2i32, 3i32] }

def next_row [n] (row: [n]i64) : [n + 1]i64 =
  tabulate (n + 1) (\i -> (if i > 0 then row[i - 1] else 0) + (if i < n then row[i] else 0))

def pascal (n: i64) : []i64 = loop row = [1] for _i < n do next_row row

entry main (n: i64) : ([]i64, i64) =
  let catalan = loop c = 1 for i < n do c * 2 * (2 * i + 1) / (i + 2)
  in (pascal n, catalan)

def factorial (n: i64) : i64 = i64.product (map (+ 1) (iota n))

-- Permutation number k of 0 to n - 1, by the factorial number system.
def permutation (n: i64) (k: i64) : [n]i64 =
  let (out, _, _) =
    loop (out, rest, k) = (replicate n 0, iota n, k) for i < n do
      let m = n - i
      let f = factorial (m - 1)
      let d = k / f
      let out[i] = rest[d]
      let rest' = tabulate n (\j -> if j < d then rest[j] else if j + 1 < n then rest[j + 1] else -1)
      in (out, rest', k % f)
  in out

entry permutations (n: i64) : [][n]i64 = map (permutation n) (iota (factorial n))

entry next_permutation [n] (xs: *[n]i32) : *[n]i32 =
  let pivot = loop i = n - 2 while i >= 0 && xs[i] >= xs[i + 1] do i - 1
  let xs =
    if pivot < 0 then xs
    else let j = loop j = n - 1 while xs[j] <= xs[pivot] do j - 1
         let (a, b) = (xs[pivot], xs[j])
         in xs with [pivot] = b with [j] = a
  let suffix = copy xs[pivot + 1:]
  in xs with [pivot + 1:n] = reverse suffix
