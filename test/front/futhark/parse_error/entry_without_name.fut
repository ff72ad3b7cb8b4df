entry = 1
