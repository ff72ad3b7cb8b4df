-- | The parallel building blocks: functions over whole arrays that take functions.
--
-- The work of each is that of its functions over all elements. Its span is that of one call for `map` and
-- its relatives, and a logarithm of the array's length times that for everything that combines elements.

local open intrinsics.operators
local open import "zip"

-- | The array of `f a` for every element `a`.
def map 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x =
  intrinsics.map f as

-- | The same as `map`.
def map1 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x =
  intrinsics.map f as

-- | Like `map`, over two arrays of the same length at once.
def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b): *[n]x =
  intrinsics.map (\(a, b) -> f a b) (zip as bs)

def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c): *[n]x =
  intrinsics.map (\(a, b, c) -> f a b c) (zip3 as bs cs)

def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n]x =
  intrinsics.map (\(a, b, c, d) -> f a b c d) (zip4 as bs cs ds)

def map5 'a 'b 'c 'd 'e [n] 'x (f: a -> b -> c -> d -> e -> x)
         (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n]x =
  intrinsics.map (\(a, b, c, d, e) -> f a b c d e) (zip5 as bs cs ds es)

-- | The results of `f` for every element, which may differ in length, one after the other.
def flatmap 'a [n] 'b (f: a -> ?[k].[k]b) (as: [n]a): *[]b =
  let (bs, _) = intrinsics.flatmap (\a -> (f a, ())) as
  in bs

-- | Like `flatmap`, for a function that also gives one value for each element.
def flatmap' 'a [n] 'b 'c (f: a -> ?[k].([k]b, c)) (as: [n]a): ?[m].(*[m]b, *[n]c) =
  intrinsics.flatmap f as

-- | Combines all elements by `op`, which must be associative and have `ne` as its neutral element. An empty
-- array gives `ne`.
def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a =
  intrinsics.reduce op ne as

-- | Like `reduce`, for an operator that is also commutative, which may be faster.
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a =
  intrinsics.reduce_comm op ne as

-- | All prefixes combined: element `i` of the result combines `as[0]` to `as[i]`.
def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a =
  intrinsics.scan op ne as

-- | Prefixes without the element itself: element `i` of the result combines `as[0]` to `as[i - 1]`, and the
-- first one is `ne`.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a =
  intrinsics.exscan op ne as

-- | The elements that satisfy `p`, in order.
def filter [n] 'a (p: a -> bool) (as: [n]a): *[]a =
  intrinsics.filter p as

-- | The elements that satisfy `p`, and the others, both in order.
def partition [n] 'a (p: a -> bool) (as: [n]a): ?[k].([k]a, [n - k]a) =
  let (as', counts) = intrinsics.partition 2 (\a -> if p a then 0 else 1) as
  let k = counts[0]
  in (as'[0:k] :> [k]a, as'[k:n] :> [n - k]a)

-- | The elements that satisfy `p`, those of the others that satisfy `q`, and the rest.
def partition2 [n] 'a (p: a -> bool) (q: a -> bool) (as: [n]a): ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let (as', counts) = intrinsics.partition 3 (\a -> if p a then 0 else if q a then 1 else 2) as
  let k = counts[0]
  let l = counts[1]
  in (as'[0:k] :> [k]a, as'[k:k + l] :> [l]a, as'[k + l:n] :> [n - k - l]a)

-- | Does every element satisfy `f`? True for an empty array.
def all [n] 'a (f: a -> bool) (as: [n]a): bool =
  reduce_comm (&&) true (map f as)

-- | Does any element satisfy `f`? False for an empty array.
def any [n] 'a (f: a -> bool) (as: [n]a): bool =
  reduce_comm (||) false (map f as)

-- | `dest` with `vs[i]` written at `is[i]` for every `i`. Indices out of bounds are ignored. Where several
-- values go to one place they must be equal.
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t): *[k]t =
  intrinsics.scatter dest is vs

def scatter_2d 't [k] [l] [n] (dest: *[k][l]t) (is: [n](i64, i64)) (vs: [n]t): *[k][l]t =
  intrinsics.scatter_2d dest is vs

def scatter_3d 't [k] [l] [o] [n] (dest: *[k][l][o]t) (is: [n](i64, i64, i64)) (vs: [n]t): *[k][l][o]t =
  intrinsics.scatter_3d dest is vs

local def filled 't (k: i64) (x: t): *[k]t =
  intrinsics.map (\_ -> x) (0..1..<k)

-- | Like `scatter` into an array of `k` times `x`.
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t): *[k]t =
  intrinsics.scatter (filled k x) is vs

-- | `dest` with `vs[i]` combined into the element at `is[i]` for every `i`. The operator must be associative
-- and commutative with `ne` as its neutral element. Indices out of bounds are ignored.
def reduce_by_index 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a): *[k]a =
  intrinsics.reduce_by_index dest op ne is vs

def reduce_by_index_2d 'a [k] [l] [n] (dest: *[k][l]a) (op: a -> a -> a) (ne: a)
                       (is: [n](i64, i64)) (vs: [n]a): *[k][l]a =
  intrinsics.reduce_by_index_2d dest op ne is vs

def reduce_by_index_3d 'a [k] [l] [o] [n] (dest: *[k][l][o]a) (op: a -> a -> a) (ne: a)
                       (is: [n](i64, i64, i64)) (vs: [n]a): *[k][l][o]a =
  intrinsics.reduce_by_index_3d dest op ne is vs

-- | A histogram of `k` bins: `reduce_by_index` into an array of neutral elements.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a): *[k]a =
  intrinsics.reduce_by_index (filled k ne) op ne is as

def hist_2d 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (l: i64) (is: [n](i64, i64)) (as: [n]a): *[k][l]a =
  intrinsics.reduce_by_index_2d (filled k (filled l ne)) op ne is as

def hist_3d 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (l: i64) (o: i64)
            (is: [n](i64, i64, i64)) (as: [n]a): *[k][l][o]a =
  intrinsics.reduce_by_index_3d (filled k (filled l (filled o ne))) op ne is as
