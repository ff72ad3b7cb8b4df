def f = “hello”
