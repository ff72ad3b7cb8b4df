⍝ Several names get values together, also those that have some.
a b←1 2
⎕←a-b
a b←b a
⎕←a,b
a b c←'x' (1 2) 3
⎕←b
f←{a b←⍵ ⋄ a÷b}
⎕←f 3 4
a b←7
⎕←a b
twice←{⍵×2}
⎕←twice b←1 2
a+a b←4 5
⍝ ==
⍝ shows {
⍝ [](-1)
⍝ [2](2,1)
⍝ [2](1,2)
⍝ [](0.75)
⍝ [2](7,7)
⍝ [2](2,4)
⍝ [2](8,9)
⍝ }
