-- The condition of an assertion.
def f = assert 1 2
