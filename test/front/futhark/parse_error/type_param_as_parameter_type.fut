def f 't x 'u = x
