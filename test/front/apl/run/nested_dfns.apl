⍝ Functions in functions.
f←{g←{h←{⍵×2} ⋄ 1+h ⍵} ⋄ g g ⍵}
⎕←f 3
compose←{⍺⍺ ⍵⍵ ⍵}
⎕←({⍵+1}compose{⍵×2})5
pow←{⍺←2 ⋄ (⍺∘×⍣⍵)1}
⎕←pow 5
⎕←3 pow 2
acc←{s←⍵ ⋄ ({s+⍵}⍣3)0}
acc 5
⍝ ==
⍝ shows {
⍝ [](15)
⍝ [](11)
⍝ [](32)
⍝ [](9)
⍝ [](15.0)
⍝ }
