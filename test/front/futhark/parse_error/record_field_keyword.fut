def f = {if = 1}
