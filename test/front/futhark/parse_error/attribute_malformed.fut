#[1 + 2] def f = 1
#[] def g = 2
#[a(b] def h = 3
