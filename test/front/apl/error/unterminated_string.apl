x←'abc
