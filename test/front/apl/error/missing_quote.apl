⎕←'abc
