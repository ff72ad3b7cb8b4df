def f x = for i < 10 do x
def g x = while true do x
