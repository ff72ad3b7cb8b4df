-- Any life-like automaton on a torus: the rule is a pair of functions.
-- ==
-- entry: life
-- input { [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] 7i32 }
-- output { [[false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, true, false, false, false], [false, false, false, true, true, false], [false, false, true, true, false, false]] }

-- ==
-- entry: explode
-- input { [[false, false, false, false], [false, true, true, false], [false, false, false, false], [false, false, false, false]] }
-- output { [[false, true, true, false], [false, false, false, false], [false, true, true, false], [false, false, false, false]] }

type^ rule = {born: i32 -> bool, survives: i32 -> bool}
def conway: rule = {born = (== 3), survives = \n -> n == 2 || n == 3}
def seeds: rule = {born = (== 2), survives = \_ -> false}

def neighbours [n][m] (g: [n][m]bool): [n][m]i32 =
  let counts = map (map i32.bool) g
  let sum3 [k] (r: [k][m]i32) = map3 (map3 (\a b c -> a + b + c)) (rotate (-1) r) r (rotate 1 r)
  let vertical = sum3 counts
  let around = map3 (map3 (\a b c -> a + b + c))
                    (map (rotate (-1)) vertical) vertical (map (rotate 1) vertical)
  in map2 (map2 (-)) around counts

def step [n][m] (r: rule) (g: [n][m]bool): [n][m]bool =
  map2 (map2 (\alive count -> if alive then r.survives count else r.born count)) g (neighbours g)

entry life [n][m] (g: [n][m]bool) (steps: i32): [n][m]bool = iterate steps (step conway) g
entry explode [n][m] (g: [n][m]bool): [n][m]bool = step seeds g
