def a = xs |> map f |> reduce (+) 0
def b = f <| g <| x + 1
def c = x + 1 |> f
def d = f <| a || b
def e = xs |> f <| y
def f = a ++ b |> g
