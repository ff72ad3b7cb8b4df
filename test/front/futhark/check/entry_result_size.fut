-- An entry point whose result alone has a size.
entry f [n] : [0][n]i32 = []
