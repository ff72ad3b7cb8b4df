-- The size of a constructor that is not used, where nothing says what it is.
-- ==
-- error: E1306
def f (x: i32): i32 = match (#b x : #a ([]i32) | #b i32) case #a xs -> xs[0] case #b y -> y
