-- Rows of different sizes.
def f xss = map (\xs -> filter (> 0) xs) xss
