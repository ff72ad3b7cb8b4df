type~ a = ?[n].[n]i32
type~ b = ?[n][m].([n]i32, [m]i32)
def val_x : ?[n].[n]i32 = f 1
