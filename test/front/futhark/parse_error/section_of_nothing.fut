def f = ( + - )
