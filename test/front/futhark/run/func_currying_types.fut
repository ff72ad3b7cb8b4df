-- A function type in an abbreviation, and a parameter of it.
-- ==
-- entry: main
-- input { [3, 1, 2] } output { [1, 2, 3] [3, 2, 1] }
type^ order 'a = a -> a -> bool
def insertion_sort [n] 'a (less: order a) (xs: [n]a): [n]a =
  loop xs = copy xs for i < n do
    let (xs, _) =
      loop (xs, j) = (xs, i) while j > 0 && (xs[j] `less` xs[j - 1]) do
        let a = copy xs[j]
        let b = copy xs[j - 1]
        let xs[j] = b
        let xs[j - 1] = a
        in (xs, j - 1)
    in xs
def main (xs: []i32): ([]i32, []i32) = (insertion_sort (<) xs, insertion_sort (>) xs)
