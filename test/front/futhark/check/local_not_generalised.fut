-- Local functions are not polymorphic.
def f = let id x = x in (id 1, id true)
