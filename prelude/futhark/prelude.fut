-- | What every program sees without importing anything.

open intrinsics.operators
open import "zip"
open import "soacs"
open import "functional"
open import "array"
open import "math"
open import "lmad"
open import "ad"

-- | An accumulator: an array that is only written to.
type~ acc 't = intrinsics.acc t

-- | Negates a truth value.
def not (x: bool): bool = !x

-- | The identity, which no optimisation looks through.
def opaque 't (x: t): t = intrinsics.opaque x

-- | The identity, which shows the value on standard error.
def trace 't (x: t): t = intrinsics.trace x

-- | The identity. A debugger stops here.
def break 't (x: t): t = intrinsics.break x

-- | The same as `f32.i32`; so for the next three.
def r32 (x: i32): f32 = f32.i32 x

def t32 (x: f32): i32 = i32.f32 x

def r64 (x: i32): f64 = f64.i32 x

def t64 (x: f64): i32 = i32.f64 x
