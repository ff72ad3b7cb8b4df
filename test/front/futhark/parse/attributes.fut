#[inline] def a = 1
#[noinline] #[unroll(2)] entry b = 2
def c = #[unsafe] xs[i]
def d = #[sequential] map f xs
def e = #[trace(x)] x + 1
def f = #[flattening(no_outer, only_intra)] map f xs
def g = #[1] x
def h = #[a()] x
def i = #[warn(safety_checks,)] f x
def j = #[a] #[b] x
#[attr]
local def k = 1
#[attr] type t = i32
#[attr] module m = { #[attr] def x = 1 }
def l = let x = #[opaque] y in x
def m = unsafe xs[0] + 1
def n = unsafe
