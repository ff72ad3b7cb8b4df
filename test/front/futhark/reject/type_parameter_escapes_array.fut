-- A type parameter of a local function cannot be the type of an outer parameter.
-- ==
-- error: E1215
def f x = let g 'b (y: b) = (let _ = [x, y] in y) in g
