def a = if x then 1 else 2
def b = if x then 1 else if y then 2 else 3
def c = if if a then b else c then 1 else 2
def d = (if x then 1 else 2) + 3
def e = if x == 1 then let y = 1 in y else loop z = 1 for i < 2 do z
