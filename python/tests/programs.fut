-- What the tests of the package call.

-- | The mean of a vector.
entry mean [n] (xs: [n]f64) : f64 = f64.sum xs / f64.i64 n

entry dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

entry scale [n] (factor: f64) (xs: *[n]f64) : *[n]f64 =
  loop xs for i < n do xs with [i] = xs[i] * factor

entry reversed [n] (xs: *[n]f64) (ys: [n]f64) : *[n]f64 =
  loop xs for i < n do xs with [i] = ys[n - 1 - i]

entry identity [n] (xs: [n]f64) : [n]f64 = xs
entry twice [n] (xs: [n]f64) : ([n]f64, [n]f64) = (xs, xs)

def table = map (+ 1) (iota 4)
entry constant (_: bool) : []i64 = table

entry first (k: i64) (xs: [k][3]i32) : i32 = xs[0, 0]
entry at (xs: []i32) (i: i64) : i32 =
  xs[i]
entry divide (x: i32) (y: i32) : i32 = x / y

type point = {x: f32, y: f32}
entry middle (p: point) (q: point) : point = {x = (p.x + q.x) / 2, y = (p.y + q.y) / 2}
entry points (n: i64) : [n]point = tabulate n (\i -> {x = f32.i64 i, y = 0})
entry sum_x (ps: []point) : f32 = f32.sum (map (.x) ps)

type~ shape = #circle f64 | #polygon ([]f64) | #nothing
entry polygon (xs: []f64) : shape = #polygon xs
entry size (s: shape) : f64 =
  match s case #circle r -> r case #polygon xs -> f64.sum xs case #nothing -> 0

module counter : { type t val new : i32 -> t val get : t -> i32 } = {
  type t = {value: i32, step: i32}
  def new (x: i32) : t = {value = x, step = 1}
  def get (c: t) : i32 = c.value
}
type counter = counter.t
entry new_counter (x: i32) : counter = counter.new x
entry get_counter (c: counter) : i32 = counter.get c

type mark = #dot | #line f64
entry marks [n] (rs: [n]f64) : [n]mark = map (\r -> if r == 0 then #dot else #line r) rs
type pen = {tip: {width: f32, soft: bool}, colour: i32}
entry pen (p: pen) : pen = p
entry nothing () : i32 = 3
entry given (u: ()) (x: i32) (v: ()) : i32 = x

entry pair (p: (i32, bool)) : (bool, i32) = (p.1, p.0)
entry f16 (x: f16) : f16 = x + 0.5
entry bools (xs: []bool) : []bool = map (!) xs
entry bytes (xs: []u8) : u8 = u8.sum xs
entry halves (xs: []f16) : []f16 = map (* 2) xs
entry matrix [n][m] (a: [n][m]i64) : [m][n]i64 = transpose a
entry primed (x': i32) (class: i32) : i32 = x' - class
entry spin (n: i64) : i64 = loop x = 1 for i < n do (x * 7919 + i) % 1000003
entry big (n: i64) : i64 = length (filter (> 1) (map (% 7) (iota n)))
