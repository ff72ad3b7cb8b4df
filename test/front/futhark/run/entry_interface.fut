-- Names with primes, arrays of units, and types that the outside does not look into.
-- ==
-- entry: f'
-- input { 1 } output { 2 }
-- ==
-- entry: f''
-- input { 1 } output { 3 }
-- ==
-- entry: count_units
-- script input { units 3i64 } output { 3i64 }
-- script input { units 0i64 } output { 0i64 }
-- ==
-- entry: count_both
-- script input { both 2i64 3i64 } output { 2i64 3i64 }
-- ==
-- entry: count_rows
-- script input { rows 2i64 3i64 } output { 6i64 2i64 }
-- ==
-- entry: unit
-- script input { empty_unit 1 } output { 4 }
-- ==
-- entry: shown
-- script input { hidden 3i64 } output { 3i64 }
-- ==
-- entry: some_length
-- script input { some 3i64 } output { 3i64 }
-- ==
-- entry: sum_with_size
-- input { [1, 2, 3] [10, 20] } output { 36 }
entry f' (x: i32) = x + 1
entry f'' (x: i32) = x + 2

entry units (n: i64): [n]() = replicate n ()
entry count_units (xs: []()) = length xs
entry both (n: i64) (m: i64): ([n](), [m]{u: (), v: ()}) = (replicate n (), replicate m {u = (), v = ()})
entry count_both (xs: []()) (ys: []{u: (), v: ()}) = (length xs, length ys)
type rows [n][m] = {units: [n][m](), counts: [n]i64}
entry rows (n: i64) (m: i64): rows [n] [m] = {units = replicate n (replicate m ()), counts = replicate n m}
entry count_rows [n][m] (r: rows [n] [m]) = (n * m, length r.counts)
entry empty_unit (_: i32): () = ()
entry unit (_: ()): i32 = 4

module m: { type t val mk: i64 -> t val size: t -> i64 } = {
  type t = i64
  def mk n = n
  def size n = n
}
entry hidden (n: i64): m.t = m.mk n
entry shown (x: m.t): i64 = m.size x
type~ some = ?[n].{xs: [n]i64}
entry some (n: i64): some = {xs = iota n}
entry some_length (s: some): i64 = length s.xs

entry sum_with_size [n][m] (xs: [n]i32) (ys: [m]i32): i32 = i32.sum xs + i32.sum ys
