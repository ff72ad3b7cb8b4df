-- The middle of a loop that asks for its border is written in blocks of a vector, some of which overlap: sizes around
-- those of blocks, elements of all widths, and loops that overwrite what they read, which must not overlap.
def value (i: i64): i64 = let x = u32.i64 (i * 31 + 7) * 2654435761 in i64.u32 ((x ^ (x >> 15)) % 100) - 50

def near 't [n] (plus: t -> t -> t) (xs: [n]t): [n]t =
  tabulate n (\i -> if i > 0 && i < n - 1 then xs[i - 1] `plus` xs[i] `plus` xs[i + 1] else xs[i])

def weigh [n] (xs: [n]i64): i64 = i64.sum (map2 (\x i -> x * (i % 17 + 1)) xs (iota n))

-- Without loops that are peeled: the neighbours are in arrays of their own.
def plain 't [n] (zero: t) (plus: t -> t -> t) (xs: [n]t): [n]t =
  let is_inner = map (\i -> i > 0 && i < n - 1) (iota n)
  let before = opaque (map2 (\b i -> if b then xs[i64.max 0 (i - 1)] else zero) is_inner (iota n))
  let behind = opaque (map2 (\b i -> if b then xs[i64.min (n - 1) (i + 1)] else zero) is_inner (iota n))
  in map3 (\x y z -> x `plus` y `plus` z) before xs behind
-- Every length up to n, so that all remainders are there.
entry widths_agree (n: i64): bool =
  all (\m -> let a = opaque (map value (iota m))
             in and (map2 (==) (near (+) a) (plain 0 (+) a))
                && and (map2 (==) (near (+) (map i32.i64 a)) (plain 0 (+) (map i32.i64 a)))
                && and (map2 (==) (near (+) (map i16.i64 a)) (plain 0 (+) (map i16.i64 a)))
                && and (map2 (==) (near (+) (map i8.i64 a)) (plain 0 (+) (map i8.i64 a)))
                && and (map2 (==) (near (+) (map f32.i64 a)) (plain 0 (+) (map f32.i64 a)))) (iota n)

-- The result takes the place of what is read at its own index; the neighbours are of another array.
entry in_place (n: i64) (m: i64): [n]i64 =
  let a = opaque (map value (iota n))
  let b = opaque (map (\i -> value (i + 3)) (iota n))
  in loop a for k < m do
     tabulate n (\i -> if i > 0 && i < n - 1 then a[i] * 3 + b[i - 1] - b[i + 1] + k else a[i] + 1)
-- Likewise with other types of the same width: the place of integers is used for reals.
entry other_type (n: i64): [n]f64 =
  let a = opaque (map value (iota n))
  let b = opaque (map (\i -> value (i + 3)) (iota n))
  in tabulate n (\i -> if i > 0 && i < n - 1 then f64.i64 (a[i] * 3 + b[i - 1] - b[i + 1]) / 2 else f64.i64 a[i])
-- Two results, one of which is in place.
entry two (n: i64): (i64, i64) =
  let a = opaque (map value (iota n))
  let b = opaque (map (\i -> value (i + 3)) (iota n))
  let (c, d) = unzip (tabulate n (\i -> if i > 0 && i < n - 1 then (a[i] * 3 + b[i - 1], b[i + 1] - a[i]) else (a[i], b[i])))
  in (weigh c, weigh d)
-- A chunk of a loop in parallel has blocks of its own.
entry large (n: i64): i64 = weigh (near (+) (opaque (map value (iota n))))
-- ==
-- entry: widths_agree
-- input { 140i64 } output { true }
-- ==
-- entry: in_place
-- input { 0i64 3i64 } output { empty([0]i64) }
-- input { 1i64 2i64 } output { [19i64] }
-- input { 11i64 3i64 } output { [20i64, 560i64, -70i64, -776i64, -877i64, 1062i64, 436i64, 1690i64, -743i64, -71i64, -33i64] }
-- input { 29i64 2i64 } output { [19i64, 205i64, -11i64, -258i64, -296i64, 347i64, 135i64, 543i64, -234i64, -12i64, -463i64, -383i64, 84i64, -242i64, 351i64, -45i64, 482i64, 328i64, 497i64, 245i64, -192i64, 426i64, -13i64, -213i64, 627i64, -248i64, -154i64, 229i64, -42i64] }
-- ==
-- entry: other_type
-- input { 1i64 } output { [17.0f64] }
-- input { 23i64 } output { [17.0f64, 43.5f64, 4.5f64, -42.5f64, -51.0f64, 54.5f64, 17.5f64, 80.5f64, -32.0f64, 4.0f64, -71.5f64, -64.5f64, 13.0f64, -33.0f64, 59.5f64, -9.5f64, 74.0f64, 54.0f64, 78.5f64, 39.5f64, -21.5f64, 61.0f64, -18.0f64] }
-- ==
-- entry: two
-- input { 0i64 } output { 0i64 0i64 }
-- input { 9i64 } output { 1145i64 -1087i64 }
-- input { 50i64 } output { 5290i64 473i64 }
-- ==
-- entry: large
-- input { 15i64 } output { -255i64 }
-- input { 100003i64 } output { -1363477i64 }
