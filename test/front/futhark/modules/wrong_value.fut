-- E1111: another type, less general, other sizes, consumption and freshness that was not announced.
module a: { val x: i32 } = { def x = 1.5f32 }
module b: { val id 'a: a -> a } = { def id (x: i32) = x }
module c: { val f [n]: [n]i32 -> [n]i32 } = { def f [n] (x: [n]i32): []i32 = filter (> 0) x }
module d: { val f [n] [m]: [n]i32 -> [m]i32 -> i32 } = { def f [n] (x: [n]i32) (y: [n]i32) = x[0] + y[0] }
module e: { val f [n]: [n]i32 -> [n]i32 } = { def f [n] (x: *[n]i32): [n]i32 = x }
module g: { val f [n]: [n]i32 -> *[n]i32 } = { def f [n] (x: [n]i32): [n]i32 = x }
module h: { val f '^a: a -> a } = { def f 'a (x: a) = x }
module i: { val first: (i32, bool) -> i32 } = { def first (x: i32) (_: bool) = x }
