def f 't (x: 't) = x
