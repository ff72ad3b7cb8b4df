-- A file that does not exist.
-- ==
-- error: E1107
import "no_such_file"
def main (x: i32) = x
