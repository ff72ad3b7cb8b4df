⍝ Output in loops, conditions, functions of each and reductions is in order.
⎕←'loop'
x←({⎕←⍵ ⋄ ⍵+1}⍣3)1
⎕←'each'
y←{⎕←⍵×10 ⋄ ⍵}¨2 2⍴⍳4
⎕←'guard'
f←{⍵>2:⎕←'large' ⋄ ⎕←'small'}
z←f 1
n←≢(x>⍳9)/⍳9
z←f n
⎕←'reduction'
s←{⎕←⍺ ⋄ ⍺+⍵}/1 2 3
g←{a←⎕←⍵ ⋄ {⎕←-⍵ ⋄ ⍵}a}
g g 7
⍝ ==
⍝ shows {
⍝ loop
⍝ [](1)
⍝ [](2)
⍝ [](3)
⍝ each
⍝ [](10)
⍝ [](20)
⍝ [](30)
⍝ [](40)
⍝ guard
⍝ small
⍝ large
⍝ reduction
⍝ [](2)
⍝ [](1)
⍝ [](7)
⍝ [](-7)
⍝ [](7)
⍝ [](-7)
⍝ [](7.0)
⍝ }
