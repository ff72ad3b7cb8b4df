def f = '12'
