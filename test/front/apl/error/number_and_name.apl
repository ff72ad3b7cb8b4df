x←3abc
