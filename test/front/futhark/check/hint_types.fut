def a (x: float) = x
def b (x: int) (y: double): bool = x == y
def c (x: boolean) = x
def d (x: string) = x
def e (x: uint8) = x
def f (x: i32) = float x
def g (x: f64) = int x
