-- What a definition gives of another one is copied.
def table: [2][2]i32 = [[1, 2], [3, 4]]
def row (i: i64) = table[i]
def both (x: i32) = {t = table, x}
def changed (x: i32) = let r = row 0 in r with [1] = x
def maybe (b: bool) = if b then table else replicate 2 (replicate 2 0)
