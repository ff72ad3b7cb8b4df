def f (xs: *[]i32) (b: bool) =
  let m: #one ([]i32) | #two = if b then #one xs else #two
  let ys = xs with [0] = 1
  let s = match m
          case #one zs -> zs[0]
          case #two -> 0
  in s + ys[0]
