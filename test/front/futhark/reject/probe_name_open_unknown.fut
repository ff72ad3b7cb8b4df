-- Name open unknown.
-- ==
-- error: error\[E11

open foo
entry main = 1
