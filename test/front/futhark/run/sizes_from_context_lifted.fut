-- A function that has been evaluated in place many times keeps the sizes that each context asks for.
-- ==
-- input { 1i64 } output { [3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64, 3i64, 6i64, 10i64, 15i64] }
def next (x: i64) = x + 1
def make [n] (f: i64 -> i64): [n]i64 = map f (iota n)
entry main (a: i64) =
  let x0: [1 + a]i64 = make next
  let x1: [2 + a]i64 = make next
  let x2: [3 + a]i64 = make next
  let x3: [4 + a]i64 = make next
  let x4: [1 + a]i64 = make next
  let x5: [2 + a]i64 = make next
  let x6: [3 + a]i64 = make next
  let x7: [4 + a]i64 = make next
  let x8: [1 + a]i64 = make next
  let x9: [2 + a]i64 = make next
  let x10: [3 + a]i64 = make next
  let x11: [4 + a]i64 = make next
  let x12: [1 + a]i64 = make next
  let x13: [2 + a]i64 = make next
  let x14: [3 + a]i64 = make next
  let x15: [4 + a]i64 = make next
  let x16: [1 + a]i64 = make next
  let x17: [2 + a]i64 = make next
  let x18: [3 + a]i64 = make next
  let x19: [4 + a]i64 = make next
  let x20: [1 + a]i64 = make next
  let x21: [2 + a]i64 = make next
  let x22: [3 + a]i64 = make next
  let x23: [4 + a]i64 = make next
  let x24: [1 + a]i64 = make next
  let x25: [2 + a]i64 = make next
  let x26: [3 + a]i64 = make next
  let x27: [4 + a]i64 = make next
  let x28: [1 + a]i64 = make next
  let x29: [2 + a]i64 = make next
  let x30: [3 + a]i64 = make next
  let x31: [4 + a]i64 = make next
  let x32: [1 + a]i64 = make next
  let x33: [2 + a]i64 = make next
  let x34: [3 + a]i64 = make next
  let x35: [4 + a]i64 = make next
  let x36: [1 + a]i64 = make next
  let x37: [2 + a]i64 = make next
  let x38: [3 + a]i64 = make next
  let x39: [4 + a]i64 = make next
  in [i64.sum x0, i64.sum x1, i64.sum x2, i64.sum x3, i64.sum x4, i64.sum x5, i64.sum x6, i64.sum x7, i64.sum x8, i64.sum x9, i64.sum x10, i64.sum x11, i64.sum x12, i64.sum x13, i64.sum x14, i64.sum x15, i64.sum x16, i64.sum x17, i64.sum x18, i64.sum x19, i64.sum x20, i64.sum x21, i64.sum x22, i64.sum x23, i64.sum x24, i64.sum x25, i64.sum x26, i64.sum x27, i64.sum x28, i64.sum x29, i64.sum x30, i64.sum x31, i64.sum x32, i64.sum x33, i64.sum x34, i64.sum x35, i64.sum x36, i64.sum x37, i64.sum x38, i64.sum x39]
