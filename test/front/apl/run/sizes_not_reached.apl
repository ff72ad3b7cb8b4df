⍝ Sizes that would be wrong where nobody gets to.
never←1=+/70⍴0
⎕←{⍵: ⍳¯3 ⋄ ⍳2}never
⎕←{⍵: ¯3⍴5 6 7 ⋄ 1 2}never
⎕←{⍵: ¯3 2⍴5 6 7 ⋄ 2 2⍴1}never
⎕←{⍵: ¯3 2⍴5 ⋄ 2 2⍴'x'='x'}never
done←{⍵}
⍝ ==
⍝ shows {
⍝ [2](1,2)
⍝ [2](1,2)
⍝
⍝  1 1
⍝  1 1
⍝
⍝
⍝  1 1
⍝  1 1
⍝
⍝ }
