-- Arrays of a type parameter cannot be compared.
-- ==
-- error: E1218
def f 'a (xs: []a) (ys: []a) = length xs == length ys && zip (xs :> [3]a) (ys :> [3]a) == []
