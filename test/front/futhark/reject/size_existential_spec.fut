-- An existential size of nothing in a specification.
-- ==
-- error: E1309
module type s = { val f : i32 -> ?[n].i32 }
