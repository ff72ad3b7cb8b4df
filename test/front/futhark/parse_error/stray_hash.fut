def f = # 1
def g = #1
