def f n = let rec g x = g x in g n
