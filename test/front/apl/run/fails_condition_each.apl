⍝ Also where it may never run.
f←{⍵=0: 1 ⋄ 3: 2 ⋄ 7}
⎕←f¨0 0
f¨0 1
⍝ ==
⍝ shows {
⍝ [2](1,1)
⍝ error: E1914.*DOMAIN ERROR: a condition is 0 or 1, but it is 3
⍝ }
