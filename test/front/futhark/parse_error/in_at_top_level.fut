let x = 1
in x + 1
