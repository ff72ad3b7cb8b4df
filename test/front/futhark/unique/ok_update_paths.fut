-- Only the part that a path leads to is consumed.
def other (x: *([3]i32, [2]i32)) = let z = x with 0[1] = 9 in (z, x.1[0])
def twice (x: *{a: [3]i32, b: [3]i32}) = (x with a[0] = 1 with b[0] = 2)
def replaced (x: *{a: [3]i32, b: [3]i32}) =
  let y = x.a with [0] = 1
  let x.a = y
  let x.b[0] = x.a[0]
  in x
def inner (x: *[3]{a: [2]i32, t: i32}) = let x[0].a[1] = x[1].t let x[1].t = x[0].a[0] in x
