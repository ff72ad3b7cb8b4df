x←‘ab’
