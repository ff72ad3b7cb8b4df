-- Records of functions as small interfaces.
-- ==
-- entry: main
-- input { [3i32, 9i32, 4i32] }
-- output { 16i32 9i32 3i32 4i32 }
-- input { empty([0]i32) }
-- output { 0i32 -2147483648i32 -1i32 -1i32 }

-- ==
-- entry: lenses
-- input { 1i32 2i32 3i32 }
-- output { 10i32 2i32 3i32 }

type^ monoid 't = {neutral: t, combine: t -> t -> t}

def fold [n] 't (m: monoid t) (xs: [n]t): t = reduce m.combine m.neutral xs
def product 'a 'b (m: monoid a) (n: monoid b): monoid (a, b) =
  {neutral = (m.neutral, n.neutral),
   combine = \(a, b) (c, d) -> (m.combine a c, n.combine b d)}
def dual 'a (m: monoid a): monoid a = m with combine = \x y -> m.combine y x

def sum: monoid i32 = {neutral = 0, combine = (+)}
def largest: monoid i32 = {neutral = i32.lowest, combine = i32.max}
def first: monoid i32 = {neutral = -1, combine = \a b -> if a == -1 then b else a}

type^ lens 's 'a = {get: s -> a, set: a -> s -> s}
def over 's 'a (l: lens s a) (f: a -> a) (s: s): s = l.set (f (l.get s)) s
def compose 's 'a 'b (outer: lens s a) (inner: lens a b): lens s b =
  {get = outer.get >-> inner.get, set = \b s -> outer.set (inner.set b (outer.get s)) s}

type inner = {n: i32, m: i32}
type outer = {i: inner, k: i32}
def i_lens: lens outer inner = {get = (.i), set = \i o -> o with i = i}
def n_lens: lens inner i32 = {get = (.n), set = \n i -> i with n = n}

entry main (xs: []i32): (i32, i32, i32, i32) =
  let (s, l) = fold (product sum largest) (map (\x -> (x, x)) xs)
  in (s, l, fold first xs, fold (dual first) xs)
entry lenses (a: i32) (b: i32) (c: i32): (i32, i32, i32) =
  let o = over (compose i_lens n_lens) (* 10) {i = {n = a, m = b}, k = c}
  in (o.i.n, o.i.m, o.k)
