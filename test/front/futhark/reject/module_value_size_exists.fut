-- Nor may it be hidden.
-- ==
-- error: E1115
module type table = { val entries: ?[n].[n]i32 }
module t: table = { def entries = [1i32, 2] }
def main = t.entries[0]
