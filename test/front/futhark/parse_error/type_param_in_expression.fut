def f = g 'abc
