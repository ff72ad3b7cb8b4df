-- | Functions about the shape and order of arrays.

local open intrinsics.operators
local open import "soacs"
local open import "functional"

def length [n] 't (_: [n]t): i64 = n

-- | Is the array empty?
def null [n] 't (_: [n]t): bool = n == 0

-- | The first element. The array must not be empty; so for the next three.
def head [n] 't (x: [n]t): t = x[0]

def last [n] 't (x: [n]t): t = x[n - 1]

-- | All but the first element.
def tail [n] 't (x: [n]t): [n - 1]t = x[1:] :> [n - 1]t

-- | All but the last element.
def init [n] 't (x: [n]t): [n - 1]t = x[0:n - 1] :> [n - 1]t

-- | The first `i` elements.
def take [n] 't (i: i64) (x: [n]t): [i]t = x[0:i] :> [i]t

-- | All but the first `i` elements.
def drop [n] 't (i: i64) (x: [n]t): [n - i]t = x[i:] :> [n - i]t

-- | The two parts that the type of the result asks for.
def split [n] [m] 't (xs: [n + m]t): ([n]t, [m]t) =
  (xs[0:n] :> [n]t, xs[n:n + m] :> [m]t)

def reverse [n] 't (x: [n]t): [n]t = x[::-1] :> [n]t

def concat [n] [m] 't (xs: [n]t) (ys: [m]t): *[n + m]t = intrinsics.concat xs ys

-- | `concat` as an operator.
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t): *[n + m]t = intrinsics.concat xs ys

-- | The numbers `0` to `n - 1`.
def iota (n: i64): *[n]i64 = 0..1..<n

-- | The valid indices, in order.
def indices [n] 't (_: [n]t): *[n]i64 = iota n

-- | `f i` for every `i` from `0` to `n - 1`.
def tabulate 'a (n: i64) (f: i64 -> a): *[n]a = map f (iota n)

def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a): *[n][m]a =
  map (\i -> map (f i) (iota m)) (iota n)

def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a): *[n][m][o]a =
  map (\i -> map (\j -> map (f i j) (iota o)) (iota m)) (iota n)

-- | `n` times `x`.
def replicate 't (n: i64) (x: t): *[n]t = map (\_ -> x) (iota n)

-- | As many times `x` as the context asks for.
def rep 't [n] (x: t): *[n]t = replicate n x

-- | The elements moved to the left by `r` positions, and around. Negative `r` moves to the right.
def rotate [n] 't (r: i64) (xs: [n]t): *[n]t =
  let shift = r % (if n > 1 then n else 1)
  -- Near neighbours need no division and no second look; the compiler peels the ends off.
  let source (i: i64) =
    if i + r >= 0 && i + r < n then i + r
    else if i + shift < n then i + shift
    else i + shift - n
  in map (\i -> #[unsafe] xs[source i]) (iota n)

-- | A value that shares nothing with `a`, and may thus be updated in place.
def copy 't (a: t): *t = intrinsics.copy a

-- | A copy in row-major order. Only its speed differs from `copy`.
def manifest 't (a: t): *t = intrinsics.manifest a

-- | The same array under another size, which is checked when the program runs.
def sized [m] 't (n: i64) (xs: [m]t): [n]t = xs :> [n]t

-- | The same as `sized`.
def resize [m] 't (n: i64) (xs: [m]t): [n]t = xs :> [n]t

-- | All rows one after another.
def flatten [n] [m] 't (xs: [n][m]t): [n * m]t = intrinsics.flatten xs

def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t): [n * m * l]t = flatten (flatten xs)

def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t): [n * m * l * k]t = flatten (flatten_3d xs)

-- | The elements in `n` rows of `m`. The size of `xs` must be written as a product, if need be by a
-- coercion: `unflatten (xs :> [n * m]t)`.
def unflatten 't [n] [m] (xs: [n * m]t): [n][m]t = intrinsics.unflatten xs

def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t): [n][m][l]t = unflatten (unflatten xs)

def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t): [n][m][l][k]t =
  unflatten (unflatten_3d xs)

-- | Rows become columns.
def transpose [n] [m] 't (a: [n][m]t): [m][n]t = intrinsics.transpose a

-- | Are all true?
def and [n] (xs: [n]bool): bool = all id xs

-- | Is any true?
def or [n] (xs: [n]bool): bool = any id xs

-- | Folds from the left, one element after the other: `f (f (f acc b0) b1) b2`.
def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b): a =
  loop acc for b in bs do f acc b

-- | Folds from the right: `f b0 (f b1 (f b2 acc))`.
def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b): a =
  loop acc for b in reverse bs do f b acc
