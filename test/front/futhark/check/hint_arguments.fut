def pair (x: i32, y: i32) = x + y
def two (x: i32) (y: i32) = x + y
def a = pair 1 2
def b = two (1, 2)
def c (x: bool) (y: bool) = x and y
def d (x: i32) = x mod 2
def e (x: i32) = x #the_value
