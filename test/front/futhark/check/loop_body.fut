-- The body has another type than the initial value.
def f (n: i32) = loop x = n for i < 10 do true
