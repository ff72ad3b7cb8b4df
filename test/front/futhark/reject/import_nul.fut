-- The name of a file ends at a NUL, so that another file would be read.
-- ==
-- error: E1107.*NUL
import "import_nul\0rest"
entry main (x: i32) = x
