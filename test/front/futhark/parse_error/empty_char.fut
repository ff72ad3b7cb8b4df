def f = ''
