-- E1214: arrays hold values of one size, also when the type is abstract, a parameter or an abbreviation.
module a: { type~ t } = { type~ t = []i32 }
def f (x: []a.t) = x
def g [n] '~b (x: [n]b) = x
type~ c = []i32
def h [n] (x: [n]c) = x
def i '~b (x: b) = [x]
