-- The size of a value that a module type asks for must be known.
-- ==
-- error: E1115
module type table = { val entries: ([]i32, i32) }
module t: table = { def entries = ([1i32, 2], 3i32) }
def main = t.entries.1
