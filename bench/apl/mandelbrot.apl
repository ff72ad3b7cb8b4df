⍝ How many points of a picture stay small for 100 steps of z←c+z×z; those that do not stop.
run←{ ⍝: int → double
  n←⍵
  c←(¯2+3×(⍳n)÷n)∘.+0j1×¯1+2×(⍳n)÷n
  stays←{c←⍵ ⋄ 4≥×⍨|({4<×⍨|⍵: ⍵ ⋄ c+⍵×⍵}⍣100)c}
  +/+/stays¨c
}
⍝ ==
⍝ entry: run
⍝ nobench input { 40i64 } output { 422.0 }
