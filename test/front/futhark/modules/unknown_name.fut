-- E1101: misspelt, a module, defined further down, and unknown altogether.
def lengths [n] (x: [n]i32) = lenght x
def f (x: i32) = i32 + x
def g (x: i32) = below x
def below (x: i32) = x
def h (x: i32) = zzyzx
def selfish: i32 = selfish + 1
def through (x: i32) = zzyzx.field
