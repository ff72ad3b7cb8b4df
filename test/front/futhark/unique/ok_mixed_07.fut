def main [n] (xs: [n]i32) =
  let r = {data = copy xs, sum = 0i32}
  let r = loop r for i < n do r with sum = r.sum + r.data[i]
  in r.data with [0] = r.sum
