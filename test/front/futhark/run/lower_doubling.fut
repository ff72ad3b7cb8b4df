-- Functions that call each other twice do not double the program.
-- ==
-- entry: main
-- input { 1 } output { 262145i32 }

def f0 (g: i32 -> i32) (x: i32): i32 = g (g x)
def f1 (g: i32 -> i32) (x: i32): i32 = f0 g (f0 g x)
def f2 (g: i32 -> i32) (x: i32): i32 = f1 g (f1 g x)
def f3 (g: i32 -> i32) (x: i32): i32 = f2 g (f2 g x)
def f4 (g: i32 -> i32) (x: i32): i32 = f3 g (f3 g x)
def f5 (g: i32 -> i32) (x: i32): i32 = f4 g (f4 g x)
def f6 (g: i32 -> i32) (x: i32): i32 = f5 g (f5 g x)
def f7 (g: i32 -> i32) (x: i32): i32 = f6 g (f6 g x)
def f8 (g: i32 -> i32) (x: i32): i32 = f7 g (f7 g x)
def f9 (g: i32 -> i32) (x: i32): i32 = f8 g (f8 g x)
def f10 (g: i32 -> i32) (x: i32): i32 = f9 g (f9 g x)
def f11 (g: i32 -> i32) (x: i32): i32 = f10 g (f10 g x)
def f12 (g: i32 -> i32) (x: i32): i32 = f11 g (f11 g x)
def f13 (g: i32 -> i32) (x: i32): i32 = f12 g (f12 g x)
def f14 (g: i32 -> i32) (x: i32): i32 = f13 g (f13 g x)
def f15 (g: i32 -> i32) (x: i32): i32 = f14 g (f14 g x)
def f16 (g: i32 -> i32) (x: i32): i32 = f15 g (f15 g x)
def f17 (g: i32 -> i32) (x: i32): i32 = f16 g (f16 g x)
entry main (x: i32) = f17 (\y -> y + x) x
