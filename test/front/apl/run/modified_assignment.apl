⍝ A name and a function before the arrow.
a←5
a+←3
⎕←a
a←1 2 3
a,←4
⎕←a
a[2]+←5
⎕←a
a[1 3]×←10
⎕←a
⎕←a-←1
⎕←a
a←3
a-⍨←10
⎕←a
max←⌈
a max←20
⎕←a
a{⍺×⍵}←10
⎕←a
total←0
k←({total+←⍵ ⋄ ⍵+1}⍣4)1
⎕←total
f←{total×←⍵ ⋄ ⍵}
x←f 3
⎕←total
m←2 2⍴⍳4
m[2;]+←10 20
⎕←m
m[;1]-←m[;2]
⎕←m
text←'ab'
text,←'cd'
text
⍝ ==
⍝ shows {
⍝ [](8)
⍝ [4](1,2,3,4)
⍝ [4](1,7,3,4)
⍝ [4](10,7,30,4)
⍝ [](1)
⍝ [4](9,6,29,3)
⍝ [](7)
⍝ [](20)
⍝ [](200)
⍝ [](10)
⍝ [](30)
⍝
⍝   1  2
⍝  13 24
⍝
⍝
⍝   -1   2
⍝  -11  24
⍝
⍝ abcd
⍝ }
