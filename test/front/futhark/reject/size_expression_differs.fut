-- Expressions that are written differently.
-- ==
-- error: E1301
def main (ns: []i64) = zip (iota ns[0]) (iota ns[1])
