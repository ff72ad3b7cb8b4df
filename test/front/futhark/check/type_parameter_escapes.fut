-- A type parameter of a local function cannot be the type of an outer parameter.
def f x = let g 'b (y: b) = if true then y else x in g
