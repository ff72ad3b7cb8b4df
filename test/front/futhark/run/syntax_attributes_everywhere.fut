-- Attributes on expressions, patterns, loops and declarations.
-- ==
-- entry: main
-- input { 4 } output { 10 }
#[nofuse]
#[some_tool(a(b), 3)]
entry main (x: i32): i32 =
  let #[unused] y = 1
  in #[unroll] loop acc = 0 for i < x do #[scratch] (acc + i + y)
