-- | Numbers: what arithmetic modules have in common, and one such module per scalar type.
--
-- The operators of the modules are those of the language, for one type: `i32.+`, or `(i32.+)` as an
-- argument. A conversion is named by its source and found in the module of its target: `f32.i64 n`.

local open intrinsics.operators
local open import "soacs"

-- | Types that can be made from every scalar type. Floats are cut off towards zero and saturate when they
-- become integers; integers wrap around when they become smaller.
module type from_prim = {
  type t
  val i8: i8 -> t
  val i16: i16 -> t
  val i32: i32 -> t
  val i64: i64 -> t
  val u8: u8 -> t
  val u16: u16 -> t
  val u32: u32 -> t
  val u64: u64 -> t
  val f16: f16 -> t
  val f32: f32 -> t
  val f64: f64 -> t
  -- | False is zero, true is one.
  val bool: bool -> t
}

-- | What all numbers have.
module type numeric = {
  include from_prim
  val (+): t -> t -> t
  val (-): t -> t -> t
  val (*): t -> t -> t
  -- | On integers this rounds down.
  val (/): t -> t -> t
  -- | On integers the result has the sign of the divisor.
  val (%): t -> t -> t
  -- | Power.
  val (**): t -> t -> t
  val to_i64: t -> i64
  val (==): t -> t -> bool
  val (!=): t -> t -> bool
  val (<): t -> t -> bool
  val (>): t -> t -> bool
  val (<=): t -> t -> bool
  val (>=): t -> t -> bool
  -- | What the prefix `-` does.
  val neg: t -> t
  val max: t -> t -> t
  val min: t -> t -> t
  val abs: t -> t
  -- | -1, 0 or 1.
  val sgn: t -> t
  -- | The largest value; infinity for floats.
  val highest: t
  -- | The smallest value; negative infinity for floats.
  val lowest: t
  -- | 0 for an empty array.
  val sum [n]: [n]t -> t
  -- | 1 for an empty array.
  val product [n]: [n]t -> t
  -- | `lowest` for an empty array.
  val maximum [n]: [n]t -> t
  -- | `highest` for an empty array.
  val minimum [n]: [n]t -> t
}

-- | Integers of a fixed number of bits. Arithmetic wraps around.
module type integral = {
  include numeric
  -- | Division that rounds towards zero.
  val (//): t -> t -> t
  -- | The remainder of `//`, with the sign of the dividend.
  val (%%): t -> t -> t
  val (&): t -> t -> t
  val (|): t -> t -> t
  val (^): t -> t -> t
  val (<<): t -> t -> t
  -- | Copies the sign of a signed type.
  val (>>): t -> t -> t
  -- | Shifts in zeros.
  val (>>>): t -> t -> t
  -- | Flips all bits.
  val (!): t -> t
  -- | The same as `!`.
  val not: t -> t
  val num_bits: i32
  -- | `get_bit i x` is bit `i` of `x`, counted from the lowest: 0 or 1.
  val get_bit: i32 -> t -> i32
  -- | `set_bit i x b` is `x` with bit `i` set to `b`.
  val set_bit: i32 -> t -> i32 -> t
  -- | How many bits are 1.
  val popc: t -> i32
  -- | The upper half of the product of two numbers.
  val mul_hi: t -> t -> t
  -- | `mad_hi a b c` is `mul_hi a b + c`.
  val mad_hi: t -> t -> t -> t
  -- | How many zeros lead.
  val clz: t -> i32
  -- | How many zeros trail.
  val ctz: t -> i32
}

-- | Numbers with a fractional part.
module type real = {
  include numeric
  -- | `from_fraction p q` is `p` divided by `q`.
  val from_fraction: i64 -> i64 -> t
  val to_f64: t -> f64
  val sqrt: t -> t
  val rsqrt: t -> t
  -- | One divided by the number.
  val recip: t -> t
  val cbrt: t -> t
  val exp: t -> t
  val exp2: t -> t
  val exp10: t -> t
  val expm1: t -> t
  val log: t -> t
  val log2: t -> t
  val log10: t -> t
  val log1p: t -> t
  val sin: t -> t
  val cos: t -> t
  val tan: t -> t
  val asin: t -> t
  val acos: t -> t
  val atan: t -> t
  val sinh: t -> t
  val cosh: t -> t
  val tanh: t -> t
  val asinh: t -> t
  val acosh: t -> t
  val atanh: t -> t
  -- Angles as multiples of pi.
  val sinpi: t -> t
  val cospi: t -> t
  val tanpi: t -> t
  val asinpi: t -> t
  val acospi: t -> t
  val atanpi: t -> t
  -- | `atan2 y x` is the angle of the point `(x, y)`.
  val atan2: t -> t -> t
  val atan2pi: t -> t -> t
  -- | The length of the vector `(x, y)`.
  val hypot: t -> t -> t
  val gamma: t -> t
  val lgamma: t -> t
  val erf: t -> t
  val erfc: t -> t
  -- | Between two values: `lerp a b 0` is `a` and `lerp a b 1` is `b`.
  val lerp: t -> t -> t -> t
  -- | `a * b + c`, rounded once.
  val fma: t -> t -> t -> t
  -- | `a * b + c`, rounded as is fastest.
  val mad: t -> t -> t -> t
  val ceil: t -> t
  val floor: t -> t
  -- | Towards zero.
  val trunc: t -> t
  -- | To the nearest, or to the even one of two.
  val round: t -> t
  val isinf: t -> bool
  val isnan: t -> bool
  val inf: t
  val nan: t
  val pi: t
  val e: t
}

-- | Binary floating-point numbers.
module type float = {
  include real
  -- | The unsigned integer of the same width.
  type int_t
  val from_bits: int_t -> t
  val to_bits: t -> int_t
  val num_bits: i32
  val get_bit: i32 -> t -> i32
  val set_bit: i32 -> t -> i32 -> t
  -- | The distance from 1 to the next number.
  val epsilon: t
  -- | `nextafter x y` is the neighbour of `x` in the direction of `y`.
  val nextafter: t -> t -> t
  -- | `ldexp x n` is `x` times two to the power of `n`.
  val ldexp: t -> i32 -> t
  -- | The first number with the sign of the second.
  val copysign: t -> t -> t
}

-- The reductions of every numeric type.
local module reductions (P: {
  type t
  val (+): t -> t -> t
  val (*): t -> t -> t
  val max: t -> t -> t
  val min: t -> t -> t
  val highest: t
  val lowest: t
  val i32: i32 -> t
}) = {
  def sum [n] (xs: [n]P.t): P.t = reduce (P.+) (P.i32 0) xs
  def product [n] (xs: [n]P.t): P.t = reduce (P.*) (P.i32 1) xs
  def maximum [n] (xs: [n]P.t): P.t = reduce P.max (intrinsics.copy P.lowest) xs
  def minimum [n] (xs: [n]P.t): P.t = reduce P.min (intrinsics.copy P.highest) xs
}

-- The single bits of an integer type.
local module single_bits (P: {
  type t
  val (&): t -> t -> t
  val (|): t -> t -> t
  val (<<): t -> t -> t
  val (>>>): t -> t -> t
  val (!): t -> t
  val i32: i32 -> t
  val to_i64: t -> i64
}) = {
  def get_bit (bit: i32) (x: P.t): i32 =
    intrinsics.convert.i64 (P.to_i64 (x P.>>> P.i32 bit) & 1)
  def not (x: P.t): P.t = (P.!) x
  def set_bit (bit: i32) (x: P.t) (b: i32): P.t =
    (x P.& (P.!) (P.i32 1 P.<< P.i32 bit)) P.| (P.i32 (b & 1) P.<< P.i32 bit)
}

-- What the compiler knows about integers, under the names that the modules use.
local module integer_base = {
  open intrinsics.operators
  open intrinsics.convert
  open intrinsics.number
  open intrinsics.integer
}

-- In the modules below, `open` hides the modules `u16` and so on by conversions of these names. What needs
-- the modules stands before it.
local module float_base = {
  open intrinsics.operators
  open intrinsics.convert
  open intrinsics.number
  open intrinsics.float
}

local module i8_base = {
  open integer_base
  type t = i8
  def num_bits: i32 = 8
  def lowest: i8 = -128
  def highest: i8 = 127
  def mad_hi (a: i8) (b: i8) (c: i8): i8 = mul_hi a b + c
}

module i8: integral with t = i8 = {
  open i8_base
  open reductions i8_base
  open single_bits i8_base
}

local module i16_base = {
  open integer_base
  type t = i16
  def num_bits: i32 = 16
  def lowest: i16 = -32768
  def highest: i16 = 32767
  def mad_hi (a: i16) (b: i16) (c: i16): i16 = mul_hi a b + c
}

module i16: integral with t = i16 = {
  open i16_base
  open reductions i16_base
  open single_bits i16_base
}

local module i32_base = {
  open integer_base
  type t = i32
  def num_bits: i32 = 32
  def lowest: i32 = -2147483648
  def highest: i32 = 2147483647
  def mad_hi (a: i32) (b: i32) (c: i32): i32 = mul_hi a b + c
}

module i32: integral with t = i32 = {
  open i32_base
  open reductions i32_base
  open single_bits i32_base
}

local module i64_base = {
  open integer_base
  type t = i64
  def num_bits: i32 = 64
  def lowest: i64 = -9223372036854775808
  def highest: i64 = 9223372036854775807
  def mad_hi (a: i64) (b: i64) (c: i64): i64 = mul_hi a b + c
}

module i64: integral with t = i64 = {
  open i64_base
  open reductions i64_base
  open single_bits i64_base
}

local module u8_base = {
  open integer_base
  type t = u8
  def num_bits: i32 = 8
  def lowest: u8 = 0
  def highest: u8 = 255
  def mad_hi (a: u8) (b: u8) (c: u8): u8 = mul_hi a b + c
}

module u8: integral with t = u8 = {
  open u8_base
  open reductions u8_base
  open single_bits u8_base
}

local module u16_base = {
  open integer_base
  type t = u16
  def num_bits: i32 = 16
  def lowest: u16 = 0
  def highest: u16 = 65535
  def mad_hi (a: u16) (b: u16) (c: u16): u16 = mul_hi a b + c
}

module u16: integral with t = u16 = {
  open u16_base
  open reductions u16_base
  open single_bits u16_base
}

local module u32_base = {
  open integer_base
  type t = u32
  def num_bits: i32 = 32
  def lowest: u32 = 0
  def highest: u32 = 4294967295
  def mad_hi (a: u32) (b: u32) (c: u32): u32 = mul_hi a b + c
}

module u32: integral with t = u32 = {
  open u32_base
  open reductions u32_base
  open single_bits u32_base
}

local module u64_base = {
  open integer_base
  type t = u64
  def num_bits: i32 = 64
  def lowest: u64 = 0
  def highest: u64 = 18446744073709551615
  def mad_hi (a: u64) (b: u64) (c: u64): u64 = mul_hi a b + c
}

module u64: integral with t = u64 = {
  open u64_base
  open reductions u64_base
  open single_bits u64_base
}

local module f16_base = {
  def from_bits (x: u16): f16 = intrinsics.bitcast x
  def to_bits (x: f16): u16 = intrinsics.bitcast x
  def num_bits: i32 = 16
  def get_bit (bit: i32) (x: f16): i32 = u16.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: f16) (b: i32): f16 = from_bits (u16.set_bit bit (to_bits x) b)
  open float_base
  type t = f16
  type int_t = u16
  def inf: f16 = from_bits 0x7C00
  def nan: f16 = from_bits 0x7E00
  def highest: f16 = inf
  def lowest: f16 = -inf
  def epsilon: f16 = 0x1p-10
  def pi: f16 = 3.14159265358979323846
  def e: f16 = 2.71828182845904523536
  def from_fraction (p: i64) (q: i64): f16 = i64 p / i64 q
  def exp10 (x: f16): f16 = 10 ** x
  def recip (x: f16): f16 = 1 / x
  def lerp (a: f16) (b: f16) (x: f16): f16 = a + (b - a) * x
  def mad (a: f16) (b: f16) (c: f16): f16 = a * b + c
}

module f16: float with t = f16 with int_t = u16 = {
  open f16_base
  open reductions f16_base
}

local module f32_base = {
  def from_bits (x: u32): f32 = intrinsics.bitcast x
  def to_bits (x: f32): u32 = intrinsics.bitcast x
  def num_bits: i32 = 32
  def get_bit (bit: i32) (x: f32): i32 = u32.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: f32) (b: i32): f32 = from_bits (u32.set_bit bit (to_bits x) b)
  open float_base
  type t = f32
  type int_t = u32
  def inf: f32 = from_bits 0x7F80_0000
  def nan: f32 = from_bits 0x7FC0_0000
  def highest: f32 = inf
  def lowest: f32 = -inf
  def epsilon: f32 = 0x1p-23
  def pi: f32 = 3.14159265358979323846
  def e: f32 = 2.71828182845904523536
  def from_fraction (p: i64) (q: i64): f32 = i64 p / i64 q
  def exp10 (x: f32): f32 = 10 ** x
  def recip (x: f32): f32 = 1 / x
  def lerp (a: f32) (b: f32) (x: f32): f32 = a + (b - a) * x
  def mad (a: f32) (b: f32) (c: f32): f32 = a * b + c
}

module f32: float with t = f32 with int_t = u32 = {
  open f32_base
  open reductions f32_base
}

local module f64_base = {
  def from_bits (x: u64): f64 = intrinsics.bitcast x
  def to_bits (x: f64): u64 = intrinsics.bitcast x
  def num_bits: i32 = 64
  def get_bit (bit: i32) (x: f64): i32 = u64.get_bit bit (to_bits x)
  def set_bit (bit: i32) (x: f64) (b: i32): f64 = from_bits (u64.set_bit bit (to_bits x) b)
  open float_base
  type t = f64
  type int_t = u64
  def inf: f64 = from_bits 0x7FF0_0000_0000_0000
  def nan: f64 = from_bits 0x7FF8_0000_0000_0000
  def highest: f64 = inf
  def lowest: f64 = -inf
  def epsilon: f64 = 0x1p-52
  def pi: f64 = 3.14159265358979323846
  def e: f64 = 2.71828182845904523536
  def from_fraction (p: i64) (q: i64): f64 = i64 p / i64 q
  def exp10 (x: f64): f64 = 10 ** x
  def recip (x: f64): f64 = 1 / x
  def lerp (a: f64) (b: f64) (x: f64): f64 = a + (b - a) * x
  def mad (a: f64) (b: f64) (c: f64): f64 = a * b + c
}

module f64: float with t = f64 with int_t = u64 = {
  open f64_base
  open reductions f64_base
}

-- | Truth values. A number is true when it is not zero; false is less than true.
module bool: {
  include from_prim with t = bool
  val (==): t -> t -> bool
  val (!=): t -> t -> bool
  val (<): t -> t -> bool
  val (>): t -> t -> bool
  val (<=): t -> t -> bool
  val (>=): t -> t -> bool
  val (&&): t -> t -> bool
  val (||): t -> t -> bool
  val (!): t -> t
} = {
  open intrinsics.operators
  open intrinsics.convert
  type t = bool
}
