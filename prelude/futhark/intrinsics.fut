-- | What the compiler itself provides. Everything else in the prelude is written over these values,
-- which programs see as the module `intrinsics`.
--
-- An attribute before a `val` says which types its type parameters stand for:
--
-- * `scalar`: bool and all numbers, `number`: integers and floats, `integer`, `float`;
-- * `bits`: integers and bool, `equality`: whatever holds no functions.
--
-- Signedness is part of the type: `/` of `u8` divides without sign, and `abs` of it is the identity.

module type intrinsics = {
  -- | The operators that every file sees without qualification.
  module operators: {
    #[number] val (+) 't: t -> t -> t
    #[number] val (-) 't: t -> t -> t
    #[number] val (*) 't: t -> t -> t
    -- | Rounds towards negative infinity on integers, which fail when the divisor is zero.
    #[number] val (/) 't: t -> t -> t
    -- | Has the sign of the divisor on integers; C's `fmod` on floats.
    #[number] val (%) 't: t -> t -> t
    -- | Fails for a negative exponent on integers.
    #[number] val (**) 't: t -> t -> t
    -- | Rounds towards zero.
    #[integer] val (//) 't: t -> t -> t
    -- | Has the sign of the dividend.
    #[integer] val (%%) 't: t -> t -> t
    #[integer] val (&) 't: t -> t -> t
    #[integer] val (|) 't: t -> t -> t
    #[integer] val (^) 't: t -> t -> t
    #[integer] val (<<) 't: t -> t -> t
    -- | Copies the sign of a signed type.
    #[integer] val (>>) 't: t -> t -> t
    -- | Shifts in zeros, also for a signed type.
    #[integer] val (>>>) 't: t -> t -> t
    #[equality] val (==) 't: t -> t -> bool
    #[equality] val (!=) 't: t -> t -> bool
    #[scalar] val (<) 't: t -> t -> bool
    #[scalar] val (<=) 't: t -> t -> bool
    #[scalar] val (>) 't: t -> t -> bool
    #[scalar] val (>=) 't: t -> t -> bool
    -- | The right operand is evaluated only when it decides.
    val (&&): bool -> bool -> bool
    val (||): bool -> bool -> bool
    -- | What the prefix `!` stands for.
    #[bits] val (!) 't: t -> t
  }

  -- Conversions, named by the type that they convert from: the target follows from the context. Integers
  -- are cut off or extended by the signedness of the source; floats are cut off towards zero and saturate,
  -- and nan gives 0; a number is true when it is not zero.
  module convert: {
    #[scalar] val i8 't: i8 -> t
    #[scalar] val i16 't: i16 -> t
    #[scalar] val i32 't: i32 -> t
    #[scalar] val i64 't: i64 -> t
    #[scalar] val u8 't: u8 -> t
    #[scalar] val u16 't: u16 -> t
    #[scalar] val u32 't: u32 -> t
    #[scalar] val u64 't: u64 -> t
    #[scalar] val f16 't: f16 -> t
    #[scalar] val f32 't: f32 -> t
    #[scalar] val f64 't: f64 -> t
    #[scalar] val bool 't: bool -> t
    #[scalar] val to_i64 't: t -> i64
    #[scalar] val to_f64 't: t -> f64
  }

  -- | The same bits as a value of another type of the same width.
  #[number] val bitcast 'a 'b: a -> b

  -- | Functions of numbers, the members of the arithmetic modules that are not operators.
  module number: {
    -- | What the prefix `-` stands for.
    #[number] val neg 't: t -> t
    #[number] val abs 't: t -> t
    -- | -1, 0 or 1.
    #[number] val sgn 't: t -> t
    -- | On floats: the other operand where one is nan.
    #[number] val min 't: t -> t -> t
    #[number] val max 't: t -> t -> t
  }

  module integer: {
    -- | How many bits are set.
    #[integer] val popc 't: t -> i32
    -- | How many zeros stand above the highest bit that is set; the width for 0.
    #[integer] val clz 't: t -> i32
    -- | How many zeros stand below the lowest bit that is set; the width for 0.
    #[integer] val ctz 't: t -> i32
    -- | The upper half of the product.
    #[integer] val mul_hi 't: t -> t -> t
    -- | Is the product within the type?
    val mul_fits: i64 -> i64 -> bool
  }

  module float: {
    #[float] val sqrt 't: t -> t
    #[float] val rsqrt 't: t -> t
    #[float] val cbrt 't: t -> t
    #[float] val exp 't: t -> t
    #[float] val exp2 't: t -> t
    #[float] val expm1 't: t -> t
    #[float] val log 't: t -> t
    #[float] val log2 't: t -> t
    #[float] val log10 't: t -> t
    #[float] val log1p 't: t -> t
    #[float] val sin 't: t -> t
    #[float] val cos 't: t -> t
    #[float] val tan 't: t -> t
    #[float] val asin 't: t -> t
    #[float] val acos 't: t -> t
    #[float] val atan 't: t -> t
    #[float] val sinh 't: t -> t
    #[float] val cosh 't: t -> t
    #[float] val tanh 't: t -> t
    #[float] val asinh 't: t -> t
    #[float] val acosh 't: t -> t
    #[float] val atanh 't: t -> t
    #[float] val sinpi 't: t -> t
    #[float] val cospi 't: t -> t
    #[float] val tanpi 't: t -> t
    #[float] val asinpi 't: t -> t
    #[float] val acospi 't: t -> t
    #[float] val atanpi 't: t -> t
    #[float] val gamma 't: t -> t
    #[float] val lgamma 't: t -> t
    #[float] val erf 't: t -> t
    #[float] val erfc 't: t -> t
    #[float] val floor 't: t -> t
    #[float] val ceil 't: t -> t
    #[float] val trunc 't: t -> t
    -- | To the nearest integer, and to the even one of two.
    #[float] val round 't: t -> t
    #[float] val atan2 't: t -> t -> t
    #[float] val atan2pi 't: t -> t -> t
    #[float] val hypot 't: t -> t -> t
    #[float] val copysign 't: t -> t -> t
    #[float] val nextafter 't: t -> t -> t
    #[float] val ldexp 't: t -> i32 -> t
    -- | `a * b + c`, rounded once.
    #[float] val fma 't: t -> t -> t -> t
    #[float] val isnan 't: t -> bool
    #[float] val isinf 't: t -> bool
  }

  -- Parallel loops.
  val map 'a [n] 'x: (f: a -> x) -> (as: [n]a) -> *[n]x
  -- | The rows one after the other, and what the function gives beside them.
  val flatmap 'a 'b 'c [n]: (f: a -> ?[k].([k]b, c)) -> (as: [n]a) -> ?[m].(*[m]b, *[n]c)
  val reduce 'a [n]: (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a
  val reduce_comm 'a [n]: (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a
  val scan 'a [n]: (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *[n]a
  val exscan 'a [n]: (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *[n]a
  val filter 'a [n]: (p: a -> bool) -> (as: [n]a) -> *[]a
  -- | The elements ordered by class, stably, and how many each class has. `k` is a literal.
  val partition 'a [n]: (k: i64) -> (class: a -> i64) -> (as: [n]a) -> (*[n]a, *[k]i64)
  -- | Writes out of bounds are ignored.
  val scatter 't [k] [n]: (dest: *[k]t) -> (is: [n]i64) -> (vs: [n]t) -> *[k]t
  val scatter_2d 't [k] [l] [n]:
    (dest: *[k][l]t) -> (is: [n](i64, i64)) -> (vs: [n]t) -> *[k][l]t
  val scatter_3d 't [k] [l] [o] [n]:
    (dest: *[k][l][o]t) -> (is: [n](i64, i64, i64)) -> (vs: [n]t) -> *[k][l][o]t
  val reduce_by_index 'a [k] [n]:
    (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n]i64) -> (vs: [n]a) -> *[k]a
  val reduce_by_index_2d 'a [k] [l] [n]:
    (dest: *[k][l]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64)) -> (vs: [n]a) -> *[k][l]a
  val reduce_by_index_3d 'a [k] [l] [o] [n]:
    (dest: *[k][l][o]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64, i64)) -> (vs: [n]a)
    -> *[k][l][o]a
  -- | The same, under the names that the language's own prelude uses. The first argument is a hint: how many
  -- values go to one place.
  val hist_1d 'a [k] [n]:
    (races: i64) -> (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n]i64) -> (vs: [n]a) -> *[k]a
  val hist_2d 'a [k] [l] [n]:
    (races: i64) -> (dest: *[k][l]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64)) -> (vs: [n]a)
    -> *[k][l]a
  val hist_3d 'a [k] [l] [o] [n]:
    (races: i64) -> (dest: *[k][l][o]a) -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64, i64))
    -> (vs: [n]a) -> *[k][l][o]a

  -- Accumulators: arrays that are only written to, any number of times per iteration.
  type~ acc 't
  val acc_write 't [n]: (acc: *acc ([n]t)) -> (i: i64) -> (v: t) -> *acc ([n]t)
  val scatter_stream 'a 'b [k] [n]:
    (dest: *[k]a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b) -> *[k]a
  val hist_stream 'a 'b [k] [n]:
    (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b)
    -> *[k]a
  -- | The same as `hist_stream`.
  val reduce_by_index_stream 'a 'b [k] [n]:
    (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (f: *acc ([k]a) -> b -> acc ([k]a)) -> (bs: [n]b)
    -> *[k]a

  -- Arrays of tuples are tuples of arrays, so these move no data.
  val zip 'a 'b [n]: (as: [n]a) -> (bs: [n]b) -> *[n](a, b)
  val zip3 'a 'b 'c [n]: (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> *[n](a, b, c)
  val zip4 'a 'b 'c 'd [n]:
    (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> (ds: [n]d) -> *[n](a, b, c, d)
  val zip5 'a 'b 'c 'd 'e [n]:
    (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> (ds: [n]d) -> (es: [n]e) -> *[n](a, b, c, d, e)
  val unzip 'a 'b [n]: (xs: [n](a, b)) -> ([n]a, [n]b)
  val unzip3 'a 'b 'c [n]: (xs: [n](a, b, c)) -> ([n]a, [n]b, [n]c)
  val unzip4 'a 'b 'c 'd [n]: (xs: [n](a, b, c, d)) -> ([n]a, [n]b, [n]c, [n]d)
  val unzip5 'a 'b 'c 'd 'e [n]: (xs: [n](a, b, c, d, e)) -> ([n]a, [n]b, [n]c, [n]d, [n]e)

  -- Arrays. All but `concat`, `copy` and `manifest` are views.
  val concat 't [n] [m]: (xs: [n]t) -> (ys: [m]t) -> *[n + m]t
  val flatten 't [n] [m]: (xs: [n][m]t) -> [n * m]t
  val unflatten 't [n] [m]: (xs: [n * m]t) -> [n][m]t
  val transpose 't [n] [m]: (xs: [n][m]t) -> [m][n]t
  -- | A fresh value: every array in it is copied.
  val copy 't: (x: t) -> *t
  -- | A fresh array that is stored in row-major order.
  val manifest 't: (x: t) -> *t

  -- Views of a one-dimensional array by an offset, and for each dimension of the result its size and its
  -- stride. Element `(i, j)` is `xs[offset + i * s1 + j * s2]`. Every access is checked to be in bounds.
  val flat_index_1d 't [k]: (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> [n1]t
  val flat_index_2d 't [k]:
    (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> [n1][n2]t
  val flat_index_3d 't [k]:
    (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64)
    -> (n3: i64) -> (s3: i64) -> [n1][n2][n3]t
  val flat_index_4d 't [k]:
    (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64)
    -> (n3: i64) -> (s3: i64) -> (n4: i64) -> (s4: i64) -> [n1][n2][n3][n4]t
  -- | Bounds are checked; that no element is written twice is not: see the module `lmad`.
  val flat_update_1d 't [k] [n1]: (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (vs: [n1]t) -> *[k]t
  val flat_update_2d 't [k] [n1] [n2]:
    (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (vs: [n1][n2]t) -> *[k]t
  val flat_update_3d 't [k] [n1] [n2] [n3]:
    (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (vs: [n1][n2][n3]t)
    -> *[k]t
  val flat_update_4d 't [k] [n1] [n2] [n3] [n4]:
    (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (s4: i64)
    -> (vs: [n1][n2][n3][n4]t) -> *[k]t

  -- | The same; fails unless `is_once`, which must say that no element is written twice.
  val flat_write_1d 't [k] [n1]:
    (is_once: bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (vs: [n1]t) -> *[k]t
  val flat_write_2d 't [k] [n1] [n2]:
    (is_once: bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (vs: [n1][n2]t) -> *[k]t
  val flat_write_3d 't [k] [n1] [n2] [n3]:
    (is_once: bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64)
    -> (vs: [n1][n2][n3]t) -> *[k]t
  val flat_write_4d 't [k] [n1] [n2] [n3] [n4]:
    (is_once: bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (s4: i64)
    -> (vs: [n1][n2][n3][n4]t) -> *[k]t

  -- | The identity, which no optimisation looks through.
  val opaque 't: (x: t) -> t
  -- | The identity; a debugger may show the value, or stop there.
  val trace 't: (x: t) -> t
  val break 't: (x: t) -> t

  -- Differentiation. Uses are diagnosed as unsupported.
  val jvp 'a 'b: (f: a -> b) -> (x: a) -> (dx: a) -> b
  val jvp2 'a 'b: (f: a -> b) -> (x: a) -> (dx: a) -> (b, b)
  val vjp 'a 'b: (f: a -> b) -> (x: a) -> (dy: b) -> a
  val vjp2 'a 'b: (f: a -> b) -> (x: a) -> (dy: b) -> (b, a)
}
