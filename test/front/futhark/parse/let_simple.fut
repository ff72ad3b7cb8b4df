def f x =
  let y = x + 1
  in y

def g x =
  let y = x
  let z = y
  let (a, b) = (y, z)
  in a + b

def h x = let y = x in let z = y in y + z
def i = let x: i32 = 1 in x
def j = let _ = 1 in 2
def k = let x = (let y = 1 in y) in x
def l =
  let x =
    let y = 1
    in y
  let z = x
  in z
