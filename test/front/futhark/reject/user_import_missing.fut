-- A file that is not there.
-- ==
-- error: E1107

import "nowhere/to_be_found"
entry main (x: i32) = x
