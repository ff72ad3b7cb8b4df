-- A misspelt function.
-- ==
-- error: E1101
def main (xs: []i32) = reduc (+) 0 xs
