-- Rows and columns do not fit.
-- ==
-- error: E1301

def dot [n] (a: [n]f32) (b: [n]f32) = f32.sum (map2 (*) a b)
entry main [n][m][k] (a: [n][m]f32) (b: [k][m]f32) = map (\r -> map (dot r) (transpose b)) a
