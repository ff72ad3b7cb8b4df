module a = { def x = 1 type t = i32 }
module b = {}
module c = a
module d = a.b.c
module e : mt = { def x = 1 }
module f = { def x = 1 } : mt
module g (m: mt) = { def x = m.x }
module h (m: mt) (n: nt): kt = { open m open n }
module i = \(m: mt) -> { def x = m.x }
module j = \(m: mt): nt -> m
module k = f a
module l = f a { def x = 1 }
module m = f (g a)
module n = (f a : mt)
module o = import "lib/foo"
module p = f (import "bar")
module q = { module r = { module s = {} } }
module t = \(m: mt) (n: nt) -> m
module u = f a : mt with t = i32
