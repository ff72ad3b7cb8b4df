-- An entry point whose result alone has a size, without a name.
-- ==
-- error: E1114
entry g : [0][]i32 = []
