-- A record update may change the size of an array.
-- ==
-- input { [1, 2] } output { [1] 5 [1, 2, 3] [[true]] 4i64 }
type~ world = {cells: [][]bool, age: {years: i64}}
def f (r: {xs: []i32, n: i32}) = r with xs = filter (< 2) r.xs
def tick (w: world): world = w with cells = tabulate_2d 1 1 (\_ _ -> true)
def main (xs: []i32) =
  let r = f {xs, n = 5}
  let s = {xs, n = 5i32}
  let s = s with xs = s.xs ++ [3]
  let w = tick {cells = [[false, true], [true, true]], age = {years = 3}} with age.years = 4
  in (r.xs, r.n, s.xs, w.cells, w.age.years)
