-- An existential size that nothing has.
def f (x: i32): ?[n].i32 = x
