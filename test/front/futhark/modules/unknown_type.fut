-- E1102: misspelt, a value, a type parameter that is not declared.
type number = nubmer
def f (x: i3) = x
def value = 3
def g (x: value) = x
def id (x: a): a = x
def h [n] (x: [n]booI) = x
