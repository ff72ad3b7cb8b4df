def m.f x = x
