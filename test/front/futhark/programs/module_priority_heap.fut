-- A binary heap in an array, with the order as a module parameter.
-- ==
-- entry: main
-- input { [5i32, 2i32, 9i32, -1i32, 7i32, 2i32] }
-- output { [-1i32, 2i32, 2i32, 5i32, 7i32, 9i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: pairs
-- input { [1i32, 2i32, 3i32] [2.0f32, 0.5f32, 2.0f32] }
-- output { [2i32, 1i32, 3i32] [0.5f32, 2.0f32, 2.0f32] }

module type order = {type t val lowest: t val <: t -> t -> bool}

module heap (O: order) = {
  local def swap [n] (i: i64) (j: i64) (h: *[n]O.t): *[n]O.t =
    let (a, b) = (copy h[i], copy h[j])
    let h = h with [i] = b
    in h with [j] = a

  def push [n] (size: i64) (x: O.t) (h: *[n]O.t): *[n]O.t =
    let h = h with [size] = x
    let (h, _) =
      loop (h, i) = (h, size) while i > 0 && (h[i] O.< h[(i - 1) / 2]) do
        let parent = (i - 1) / 2
        in (swap i parent h, parent)
    in h

  def pop [n] (size: i64) (h: *[n]O.t): (O.t, *[n]O.t) =
    let result = copy h[0]
    let last = copy h[size - 1]
    let h = h with [0] = last
    let size = size - 1
    let smallest (h: [n]O.t) i =
      let l = 2 * i + 1
      let r = 2 * i + 2
      let m = if l < size && (h[l] O.< h[i]) then l else i
      in if r < size && (h[r] O.< h[m]) then r else m
    let (h, _, _) =
      loop (h, i, go) = (h, 0, true) while go do
        let m = smallest h i
        in if m == i then (h, i, false) else (swap i m h, m, true)
    in (result, h)

  def sort [n] (xs: [n]O.t): [n]O.t =
    let h = loop h = replicate n O.lowest for i < n do push i xs[i] h
    let (_, out) =
      loop (h, out) = (h, replicate n O.lowest) for i < n do
        let (x, h) = pop (n - i) h
        in (h, out with [i] = x)
    in out
}

module up = heap {type t = i32 def lowest = i32.lowest def (<) = (i32.<)}
module by_second = heap {
  type t = (i32, f32)
  def lowest: t = (0, 0)
  def (a: t) < (b: t) = a.1 f32.< b.1 || (a.1 == b.1 && a.0 i32.< b.0)
}

entry main (xs: []i32): []i32 = up.sort xs
entry pairs [n] (xs: [n]i32) (ys: [n]f32): ([n]i32, [n]f32) = unzip (by_second.sort (zip xs ys))
