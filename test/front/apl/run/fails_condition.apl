⍝ A condition is 0 or 1.
f←{⍵: 5 ⋄ 6}
n←≢(3>⍳5)/⍳5
⎕←f n-1
f n
⍝ ==
⍝ shows {
⍝ [](5)
⍝ error: E1914.*DOMAIN ERROR: a condition is 0 or 1, but it is 2
⍝ }
