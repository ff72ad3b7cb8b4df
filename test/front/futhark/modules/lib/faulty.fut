def good = 1i32
def wrong: i32 = unknown_thing
