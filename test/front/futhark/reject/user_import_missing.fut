-- A file that is not there.
-- ==
-- error: error\[E11

import "nowhere/to_be_found"
entry main (x: i32) = x
