-- Name open unknown.
-- ==
-- error: E1103

open foo
entry main = 1
