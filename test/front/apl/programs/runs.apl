⍝ Runs of equal elements.
rle←{m←1,2≠/⍵ ⋄ (m/⍵)(1+¯1↓0)}
x←1 1 2 2 2 3
m←1,2≠/x
⎕←m/x
(1↓p,1+≢x)-p←⍸m
⍝ ==
⍝ shows {
⍝ [3](1,2,3)
⍝ [3](2,3,1)
⍝ }
