x←1E
