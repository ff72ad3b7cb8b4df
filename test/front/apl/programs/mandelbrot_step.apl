⍝ The Mandelbrot set is one par over the rows; the parts of the axis, which every row needs, are another.
run←{ ⍝: int → int
  c←(¯2+3×(⍳⍵)÷⍵)∘.+0j1×¯1+2×(⍳⍵)÷⍵
  stays←{c←⍵ ⋄ 4≥×⍨|({4<×⍨|⍵: ⍵ ⋄ c+⍵×⍵}⍣100)c}
  +/+/stays¨c
}
⍝ ==
⍝ entry: run
⍝ input { 40i64 } output { 422i64 }
⍝ input { 0i64 } output { 0i64 }
⍝ structure { par 3 loop 1 not copy not concat }
⍝ structure c { par@grid 2, alloc 1, copies 0 }
