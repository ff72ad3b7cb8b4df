⍝ Behind a guard.
f←{⍵=0:1 ⋄ 5 6[0]}
⎕←f¨0 0
f¨⍳3
⍝ ==
⍝ shows {
⍝ [2](1,1)
⍝ error: E1915.*INDEX ERROR: index 0 is out of range for an axis of length 2
⍝ }
