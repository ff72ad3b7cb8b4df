-- A truth value is not a number.
def f = -true
