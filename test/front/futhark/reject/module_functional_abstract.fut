-- A type with `~` cannot be a function.
-- ==
-- error: E1112
module m: { type~ t val x: t } = { type^ t = i32 -> i32 def x: t = \y -> y }
