-- | Automatic differentiation. These names exist so that programs which use them get a clear message: the
-- compiler does not support differentiation yet.

-- | The derivative of `f` at `x` in direction `dx`.
def jvp 'a 'b (f: a -> b) (x: a) (dx: a): b = intrinsics.jvp f x dx

-- | The value of `f` at `x` and its derivative in direction `dx`.
def jvp2 'a 'b (f: a -> b) (x: a) (dx: a): (b, b) = intrinsics.jvp2 f x dx

-- | The product of `dy` and the Jacobian of `f` at `x`.
def vjp 'a 'b (f: a -> b) (x: a) (dy: b): a = intrinsics.vjp f x dy

-- | The value of `f` at `x` and the product of `dy` and its Jacobian.
def vjp2 'a 'b (f: a -> b) (x: a) (dy: b): (b, a) = intrinsics.vjp2 f x dy
