let f x =
  let y = x + 1

let g = 1

let h = 2 +
