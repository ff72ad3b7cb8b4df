⍝ Lexical scope; a name may be bound again.
x←1
f←{x←⍵ ⋄ x+1}
⎕←f 5
⎕←x
g←{y←⍵ ⋄ h←{y+⍵} ⋄ h 10}
⎕←g 3
x←1.5
⎕←x
x←'text'
⎕←x
k←{a←⍵ ⋄ a←a,a ⋄ ≢a}
⎕←k 1 2 3
add←{⍺+⍵}
⎕←3 add 4
inc←add∘1
⎕←inc 5
y←z+(z←3)
⎕←y
(d+4)(d←5)
⍝ ==
⍝ shows {
⍝ [](6)
⍝ [](1)
⍝ [](13)
⍝ [](1.5)
⍝ text
⍝ [](6)
⍝ [](7)
⍝ [](6)
⍝ [](6)
⍝ [2](9,5)
⍝ }
