-- The declared type of a definition may not promise a fresh result.
def id' : [3]i32 -> *[3]i32 = \x -> x
