-- An expression that binds names is a size of its own.
-- ==
-- error: E1301
def main (n: i64) = zip (iota (let m = n in m)) (iota (let m = n in m))
