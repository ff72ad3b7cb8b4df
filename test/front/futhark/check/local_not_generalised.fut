-- A name that is bound to a lambda is not polymorphic.
def f = let id = \x -> x in (id 1, id true)
