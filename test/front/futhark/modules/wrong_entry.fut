-- E1114: polymorphic, higher-order, an operator, inside a module.
def main x = (x, x)
entry poly 'a (x: a): a = x
entry takes (f: i32 -> i32) = f 1
entry gives (x: i32) = (x, \(y: i32) -> x + y)
entry (+++) (x: i32) (y: i32) = x
module m = { entry inside (x: i32) = x }
