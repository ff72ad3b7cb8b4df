-- A size without name in a later parameter.
-- ==
-- error: E1309
type^ t = bool -> []bool -> bool
