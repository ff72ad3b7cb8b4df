-- A constructor that the type does not have.
def f: #red | #green = #gren
