-- Attr let.
-- ==
-- input { 3 } output { 6 }

entry main (x: i32) =
  #[unsafe]
  let y = x + x
  in #[opaque] y
