⎕←'abc'['b']
