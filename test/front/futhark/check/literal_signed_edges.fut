-- The lowest number of a signed type has a sign; without it, it is one more than the highest.
def lowest: (i8, i16, i32, i64) = (-128, -32768, -2147483648, -9223372036854775808)
def highest: (i8, i16, i32, i64) = (127, 32767, 2147483647, 9223372036854775807)
def bits: i8 = 0xff
def a (x: i8) = x + 128
def b: i16 = 32768
def c: i32 = 2147483648
def d: i64 = 9223372036854775808
def e: i8 = -129
