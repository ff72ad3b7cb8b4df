-- What `zip` and `rotate` give is fresh: it shares nothing with their arguments, whichever is updated.
-- ==
-- entry: updates_argument
-- input { [1i32, 2i32, 3i32] } output { [100i32, 2i32, 3i32] [1i32, 2i32, 3i32] [0i64, 1i64, 2i64] }
-- entry: updates_result
-- input { [1i32, 2i32, 3i32] } output { [1i32, 2i32, 3i32] [1i32, 7i32, 3i32] [1i32, 8i32, 3i32] }
-- entry: in_loop
-- input { [1i32, 2i32, 3i32] } output { [6i32, 11i32, 20i32] }
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[9i32, 9i32], [3i32, 4i32]] [[1i32, 2i32], [3i32, 4i32]] [[3i32, 4i32], [1i32, 2i32]] }
-- entry: turned
-- input { [1i32, 2i32, 3i32] } output { [100i32, 2i32, 3i32] [2i32, 3i32, 1i32] }
-- entry: wide
-- input { [1i32, 2i32] } output { [5i32, 2i32] [1i32, 2i32] [1i32, 2i32] [1i32, 2i32] [1i32, 2i32] [1i32, 2i32] }
#[noinline]
def pair [n] (a: [n]i32) (b: [n]i32): *[n](i32, i32) = zip a b

entry updates_argument [n] (a: *[n]i32) =
  let b = zip a (iota n)
  let a[0] = 100
  let (c, d) = unzip b
  in (a, c, d)

entry updates_result [n] (a: [n]i32) =
  let b = pair a a
  let b[1] = (7, 8)
  let (c, d) = unzip b
  in (a, c, d)

entry in_loop [n] (a: *[n]i32) =
  loop a for i < n do
    let b = zip a (rotate 1 a)
    let a[i] = a[i] + b[(i + 1) % n].0 + b[(i + 1) % n].1
    in map2 (\x (y, _) -> if x > y then x else y) a b

entry rows [n] (a: *[n][2]i32) =
  let b = zip a (rotate 1 a)
  let a[0] = [9, 9]
  let (c, d) = unzip b
  in (a, c, d)

entry turned [n] (a: *[n]i32) =
  let b = rotate 1 a
  let a[0] = 100
  in (a, b)

entry wide [n] (a: *[n]i32) =
  let b = zip5 a a a a a
  let a[0] = 5
  let (v, w, x, y, z) = unzip5 b
  in (a, v, w, x, y, z)
