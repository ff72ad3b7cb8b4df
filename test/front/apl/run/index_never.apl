⍝ What is known to be out of range does no harm where it does not run.
f←{⍵=0:1 ⋄ 5 6[0]}
⎕←f¨0 0 0
g←{⍵>5:1J2 3[7] ⋄ 0J1}
⎕←g¨⍳2
⎕←{1 2 3[9]}¨⍳0
⎕←{'ab'[3]}⍣(≢0/⍳3)⊢'a'
⍝ ==
⍝ shows {
⍝ [3](1,1,1)
⍝ [2](0.0j1.0,0.0j1.0)
⍝ [0]()
⍝ [](a)
⍝ [](a)
⍝ }
