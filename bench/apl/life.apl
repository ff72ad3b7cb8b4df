⍝ Conway's Game of Life on a torus of 1200 by 1200.
life←{
  rows←⍵+(1⊖⍵)+¯1⊖⍵
  count←rows+(1⌽rows)+¯1⌽rows
  (count=3)∨⍵∧count=4
}
run←{ ⍝: int → double
  +/+/(life⍣⍵)1200 1200⍴0 1 1 0 0 0 1
}
⍝ ==
⍝ entry: run
⍝ nobench input { 1i64 } output { 822514.0 }
