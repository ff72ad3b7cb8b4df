-- Name module type.
-- ==
-- error: error\[E11

module m : foo = {def x = 1}
entry main = 1
