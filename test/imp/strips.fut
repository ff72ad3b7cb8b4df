-- Points that go through loops of the same length together, in strips: convolutions, loops in loops, values that are
-- kept between loops. Sizes around the width of a strip. Expected values are those of the interpreter; `plain` in each
-- result is computed by points that cannot go together, because a branch is in the way.
-- ==
-- entry: same
-- script input { arrays 4i64 3i64 } output { true }
-- script input { arrays 11i64 9i64 } output { true }
-- script input { arrays 145i64 17i64 } output { true }
-- script input { arrays 145i64 16i64 } output { true }
-- script input { arrays 130i64 0i64 } output { true }
-- script input { arrays 302i64 1i64 } output { true }
-- script input { arrays 734i64 33i64 } output { true }

def at (i: i64): i64 = (i * 7919 + 13) % 101

-- The same points, one by one: the branch is never taken, and nobody knows.
def single 'a [n] (xs: [n]i64) (f: i64 -> a) (g: i64 -> a): *[n]a =
  map (\i -> if xs[i] == 1000 then g (-i) else f i) (iota n)

def convolve [n] (xs: [n]i64) (ks: []i64) (i: i64): i64 =
  loop acc = 0 for k < length ks do acc + xs[(i + k) % n] * ks[k]

def window [n] (xs: [n]i64) (m: i64) (i: i64): i64 =
  loop acc = 0 for k < m do acc * 3 + xs[i + k]

def sums [n] (xs: [n]i64) (m: i64) (i: i64): i64 =
  i64.sum xs[i:i + m] + 2 * i64.maximum xs[i:i + m]

-- Two values that change places, and one that nobody changes.
def swapped [n] (xs: [n]i64) (m: i64) (i: i64): (i64, i64, i64) =
  loop (a, b, c) = (xs[i], 5, i) for k < m do (b + c, a - xs[i + k], c)

-- Loops in loops, of which the inner one ends where the outer one is.
def triangle [n] (xs: [n]i64) (m: i64) (i: i64): i64 =
  loop acc = i for r < m do
    loop acc for s < r + 1 do acc * 5 + xs[i + s] - r

-- What one loop begins with is needed behind it, and by another loop.
def twice [n] (xs: [n]i64) (m: i64) (i: i64): i64 =
  let start = xs[i] * 2 + i
  let a = loop a = start for k < m do a * 3 + xs[i + k]
  let b = loop b = start for k < m do b * 7 - xs[i + k]
  in a + b * 11 + start

-- A sum in a loop, whose length is an element, and a loop in a sum.
def mixed [n] (xs: [n]i64) (ls: []i64) (m: i64) (i: i64): i64 =
  let a = loop acc = 1 for r < length ls do
            acc * 3 + i64.sum (map (\k -> xs[i + k] * (r + 1)) (iota (i64.min m ls[r])))
  let b = i64.sum (map (\r -> loop v = r for k < m do v * 2 + xs[i + k]) (iota (length ls)))
  in a - b

-- Counted by 32 bits, and downwards.
def small [n] (xs: [n]i64) (m: i64) (i: i64): i64 =
  loop acc = 0 for k < i32.i64 m do acc * 3 + xs[i + m - 1 - i64.i32 k]

-- A result that is no variable, and one that is the other loop's.
def constant [n] (xs: [n]i64) (m: i64) (i: i64): (i64, i64) =
  loop (a, b) = (xs[i], 0) for r < m do
    let c = loop c = b for s < m do c + xs[i + s]
    in (7, c + a)

entry arrays (n: i64) (m: i64): ([n]i64, [m]i64, [9]i64) =
  (map at (iota n), map (\k -> at k % 5 - 2) (iota m), map (\k -> at k % (m + 1)) (iota 9))

entry same [n][m] (xs: [n]i64) (ks: [m]i64) (ls: [9]i64): bool =
  let p = n - m - 1
  let equal 'a (f: i64 -> a) (g: a -> a -> bool): bool =
    and (map2 g (opaque (tabulate p f)) (single (take p xs) f f))
  in equal (convolve xs ks) (==) && equal (window xs m) (==) && equal (sums xs (m + 1)) (==)
     && equal (swapped xs m) (\(a, b, c) (x, y, z) -> a == x && b == y && c == z)
     && equal (triangle xs m) (==) && equal (twice xs m) (==)
     && equal (mixed xs ls m) (==) && equal (small xs m) (==)
     && equal (constant xs m) (\(a, b) (x, y) -> a == x && b == y)

-- ==
-- entry: planes
-- input { [[[1f32, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]], [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]]
--         [[[[1f32, 0, -1], [2, 0, -2], [1, 0, -1]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]]]] }
-- output { [[[-4f32, -3], [-3, -4]]] }
entry planes [c][d][n] (image: [c][n][n]f32) (kernel: [d][c][3][3]f32) =
  tabulate_3d d (n - 2) (n - 2) (\o y x ->
    loop acc = 0 for i < c do
      loop acc for dy < 3 do
        loop acc for dx < 3 do acc + image[i, y + dy, x + dx] * kernel[o, i, dy, dx])

-- ==
-- entry: filtered
-- input { [1f32, 2, 3, 4, 5] [1f32, 10] } output { [21f32, 32, 43, 54] }
-- input { [1f32, 2, 3, 4, 5] [1f32, 10, 100, 1000, 10000] } output { [54321f32] }
entry filtered [n][m] (xs: [n]f32) (ks: [m]f32) =
  tabulate (n - m + 1) (\i -> f32.sum (map2 (*) (xs[i:i + m] :> [m]f32) ks))

-- Windows of any size; of size 0 there is one more than there are elements.
-- ==
-- entry: windows
-- input { [[1i32, 2, 3], [4, 5, 6]] [[1i32, 10], [100, 1000]] } output { [[5421i32, 6532i32]] }
-- input { [[1i32, 2, 3], [4, 5, 6]] [[7i32]] } output { [[7i32, 14, 21], [28, 35, 42]] }
-- input { [[1i32, 2]] empty([0][0]i32) } output { [[0i32, 0, 0], [0, 0, 0]] }
-- input { empty([3][0]i32) empty([2][0]i32) } output { [[0i32], [0i32]] }
-- input { [[1i32, 2]] [[1i32], [2], [3]] } error: E0412.*An array cannot have -1 elements
entry windows [n][m][k][l] (image: [n][m]i32) (kernel: [k][l]i32) =
  tabulate_2d (n - k + 1) (m - l + 1) (\y x ->
    i32.sum (map i32.sum (map2 (map2 (*)) (image[y:y + k, x:x + l] :> [k][l]i32) kernel)))

-- An index that is in range only because a sum wraps.
-- ==
-- entry: wrapping
-- input { [1i64, 2, 3, 4] -9223372036854775808i64 } output { [1i64, 2, 3, 4] }
-- input { [1i64, 2, 3, 4] 0i64 } output { [1i64, 2, 3, 4] }
-- input { [1i64, 2, 3, 4] 9223372036854775807i64 } error: E0402.*out of bounds
entry wrapping [n] (xs: [n]i64) (far: i64): [n]i64 = tabulate n (\i -> xs[(i + far) + far])
