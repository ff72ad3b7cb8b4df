type~ maybe 'a = #nothing | #just a

def from_maybe 'a (d: a) (m: maybe a): a =
  match m
  case #nothing -> d
  case #just x -> x

type shape = #circle f32 | #rectangle {width: f32, height: f32}

def area (s: shape): f32 =
  match s
  case #circle r -> f32.pi * r ** 2
  case #rectangle {width, height} -> width * height
