-- | Functions about functions.

-- | `x |> f` is `f x`. Pipelines read from left to right: `xs |> map f |> reduce (+) 0`.
def (|>) '^a '^b (x: a) (f: a -> b): b = f x

-- | `f <| x` is `f x`, without parentheses around a long `x`.
def (<|) '^a '^b (f: a -> b) (x: a): b = f x

-- | `f >-> g` is first `f`, then `g`.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)

-- | `g <-< f` is first `f`, then `g`.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a): c = g (f x)

def id '^a (x: a): a = x

-- | The function that gives `x` for every argument.
def const '^a '^b (x: a) (_: b): a = x

-- | `f` with its first two arguments swapped.
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a): c = f a b

-- | A function of a pair as a function of two arguments.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b): c = f (a, b)

-- | A function of two arguments as a function of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (a: a, b: b): c = f a b

-- | `f` applied `n` times, starting with `x`.
def iterate 'a (n: i32) (f: a -> a) (x: a): a =
  loop x for _i < n do f x

-- | `f` applied as long as the value satisfies `p`.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a): a =
  loop x while p x do f x

-- | `f` applied until the value satisfies `p`.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a): a =
  loop x while !(p x) do f x
