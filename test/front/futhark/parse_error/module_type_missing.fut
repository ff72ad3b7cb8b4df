module m : = {}
