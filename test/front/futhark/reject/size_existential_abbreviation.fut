-- An existential size that nothing has, in an abbreviation.
-- ==
-- error: E1309
type~ t = ?[n].i32
