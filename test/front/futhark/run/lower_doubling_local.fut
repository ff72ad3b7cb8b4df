-- Local functions that call each other twice do not double the program.
-- ==
-- entry: main
-- input { 1 } output { 131073i32 }

entry main (x: i32) =
  let f0 = \y -> y + x
  let f1 = \y -> f0 (f0 y)
  let f2 = \y -> f1 (f1 y)
  let f3 = \y -> f2 (f2 y)
  let f4 = \y -> f3 (f3 y)
  let f5 = \y -> f4 (f4 y)
  let f6 = \y -> f5 (f5 y)
  let f7 = \y -> f6 (f6 y)
  let f8 = \y -> f7 (f7 y)
  let f9 = \y -> f8 (f8 y)
  let f10 = \y -> f9 (f9 y)
  let f11 = \y -> f10 (f10 y)
  let f12 = \y -> f11 (f11 y)
  let f13 = \y -> f12 (f12 y)
  let f14 = \y -> f13 (f13 y)
  let f15 = \y -> f14 (f14 y)
  let f16 = \y -> f15 (f15 y)
  let f17 = \y -> f16 (f16 y)
  in f17 x
