-- A type without `~` cannot be an array of unknown size.
-- ==
-- error: E1112
module m: { type t val x: t } = { type~ t = []bool def x: []bool = [true] }
