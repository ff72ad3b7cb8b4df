-- A misspelt function.
-- ==
-- error: E11
def main (xs: []i32) = reduc (+) 0 xs
