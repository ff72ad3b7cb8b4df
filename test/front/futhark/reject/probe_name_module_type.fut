-- Name module type.
-- ==
-- error: E1104

module m : foo = {def x = 1}
entry main = 1
