def f = 0..10
