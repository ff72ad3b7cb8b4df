-- Hardly any blanks.
-- ==
-- entry: main
-- input { [1,2,3] } output { 5 [2,3,4] 2 1 [1i64,2] }
def f(x:i32)(y:i32):i32=x-y*2
def g(xs:[]i32)=map(\x->x+1)xs
entry main[n](xs:[n]i32):(i32,[]i32,i32,i32,[]i64)=
  let(a,b)=(xs[n-1],xs[0])
  let c=f(a)(-b)in(c,g(xs),a-b,if a<b||b==a then 0 else 1,1..<n)
