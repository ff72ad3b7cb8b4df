-- | Views and updates of a one-dimensional array by a linear memory access descriptor (LMAD): an offset, and
-- for every dimension a size and a stride. Element `(i, j)` of `lmad.slice_2d xs o n1 s1 n2 s2` is
-- `xs[o + i * s1 + j * s2]`. Strides may be negative or zero, and dimensions may overlap.
--
-- Both are safe: a slice outside of the array is a run-time failure, and so is an update that would write
-- an element twice.

local open intrinsics.operators
local open import "soacs"
local open import "array"

local type dim = {size: i64, stride: i64}

local def flat: dim = {size = 1, stride = 0}

-- Is the distance between the first and the last element of a dimension less than `k`? Otherwise it leaves
-- the array.
local def is_near (k: i64) (d: dim): bool =
  d.size <= 1
  || (intrinsics.integer.mul_fits (d.size - 1) d.stride
      && -k < (d.size - 1) * d.stride && (d.size - 1) * d.stride < k)

-- How far a dimension reaches, when its stride is less than `limit`; at least `limit` when it is the same.
local def below (limit: i64) (d: dim): i64 =
  let stride = intrinsics.number.abs d.stride
  in if d.size <= 1 || stride > limit then 0 else if stride == limit then limit else stride * (d.size - 1)

-- Is the stride of `d` greater than what the smaller ones of the others reach together?
local def is_apart (d: dim) (a: dim) (b: dim) (c: dim): bool =
  let stride = intrinsics.number.abs d.stride
  in d.size <= 1 || below stride a + below stride b + below stride c < stride

-- Are there more than `k` elements? Then some name the same one. No size is 0.
local def exceeds (k: i64) (a: dim) (b: dim) (c: dim) (d: dim): bool =
  #[unsafe] (a.size > k || b.size > k / a.size || c.size > k / (a.size * b.size)
             || d.size > k / (a.size * b.size * c.size))

-- Does the LMAD, which has no empty dimension and no more than `k` elements, name one of `k` twice? Counts all of them.
local def collides (k: i64) (offset: i64) (a: dim) (b: dim) (c: dim) (d: dim): bool =
  let total = a.size * b.size * c.size * d.size
  let position (i: i64): i64 =
    offset + i / (d.size * c.size * b.size) * a.stride + i / (d.size * c.size) % b.size * b.stride
    + i / d.size % c.size * c.stride + i % d.size * d.stride
  in #[unsafe] any (> 1) (hist (+) 0i32 k (tabulate total position) (replicate total 1))

-- May the elements of the LMAD be written? The common case needs no counting. What leaves the array is the
-- business of the update's own check: it fails, whatever is said here.
local def is_writable (k: i64) (offset: i64) (a: dim) (b: dim) (c: dim) (d: dim): bool =
  a.size == 0 || b.size == 0 || c.size == 0 || d.size == 0
  || !(is_near k a && is_near k b && is_near k c && is_near k d)
  || (is_apart a b c d && is_apart b a c d && is_apart c a b d && is_apart d a b c)
  || !(exceeds k a b c d || collides k offset a b c d)

module lmad = {
  -- | Slices are views: they copy nothing.
  def slice_1d 't [k] (xs: [k]t) (offset: i64) (n1: i64) (s1: i64): [n1]t =
    intrinsics.flat_index_1d xs offset n1 s1

  def slice_2d 't [k] (xs: [k]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64): [n1][n2]t =
    intrinsics.flat_index_2d xs offset n1 s1 n2 s2

  def slice_3d 't [k] (xs: [k]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64)
                      (n3: i64) (s3: i64): [n1][n2][n3]t =
    intrinsics.flat_index_3d xs offset n1 s1 n2 s2 n3 s3

  def slice_4d 't [k] (xs: [k]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64)
                      (n3: i64) (s3: i64) (n4: i64) (s4: i64): [n1][n2][n3][n4]t =
    intrinsics.flat_index_4d xs offset n1 s1 n2 s2 n3 s3 n4 s4

  -- | `xs` with the elements that the slice names replaced by `vs`, whose shape gives the sizes.
  def update_1d 't [k] [n1] (xs: *[k]t) (offset: i64) (s1: i64) (vs: [n1]t): *[k]t =
    let is_once = is_writable k offset {size = n1, stride = s1} flat flat flat
    in intrinsics.flat_write_1d is_once xs offset s1 vs

  def update_2d 't [k] [n1] [n2] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (vs: [n1][n2]t): *[k]t =
    let is_once = is_writable k offset {size = n1, stride = s1} {size = n2, stride = s2} flat flat
    in intrinsics.flat_write_2d is_once xs offset s1 s2 vs

  def update_3d 't [k] [n1] [n2] [n3] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64)
                                      (vs: [n1][n2][n3]t): *[k]t =
    let is_once = is_writable k offset {size = n1, stride = s1} {size = n2, stride = s2} {size = n3, stride = s3} flat
    in intrinsics.flat_write_3d is_once xs offset s1 s2 s3 vs

  def update_4d 't [k] [n1] [n2] [n3] [n4] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (s4: i64)
                                           (vs: [n1][n2][n3][n4]t): *[k]t =
    let is_once = is_writable k offset {size = n1, stride = s1} {size = n2, stride = s2} {size = n3, stride = s3}
                  {size = n4, stride = s4}
    in intrinsics.flat_write_4d is_once xs offset s1 s2 s3 s4 vs
}
