def	a	=	1
def b =
    1
  +
      2
def c=1+2
def d x=x
def f = [1,2,3]|>map(+1)
def g = (+)1 2
def h = f(x)(y)
def i = f{x=1}
def j = f"abc"
def k=\x->x
def l = a*b
def m = x|>f
def n = [-1,-2]
def o = (-x,-y)
