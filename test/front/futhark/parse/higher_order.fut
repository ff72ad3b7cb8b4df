def compose 'a 'b '^c (f: b -> c) (g: a -> b): a -> c = \x -> f (g x)
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)
def twice f = f >-> f
def flip f x y = f y x
def apply = (<|)
def uncurried = map (uncurry (+)) <-< zip
