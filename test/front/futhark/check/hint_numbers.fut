-- One conversion, which loses nothing if there is one.
def a (x: i32) (y: i64) = x + y
def b (x: i64) (y: i32) = x + y
def c (x: i32) (y: f32) = x * y
def d (x: f32) (y: i64) = x * y
def e [n] (xs: [n]f64) = f64.sum xs / n
def f (x: i32) = x + 1.5
def g (x: u8) (y: i16) = (x * 2) - y
def h (x: u64) (y: i32) = x - y
def i (x: f64) (y: f32) = x < y
def j (xs: []i32) (y: f64) = xs * y
def k (x: i32) (b: bool) = x + b
def l (x: i32) = if x then 1 else 2
def m (x: i64): i32 = x
