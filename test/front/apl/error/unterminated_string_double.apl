x←"it
