⍝ That a number is a size somewhere does not say that it is not negative elsewhere.
n←-≢(3>⍳5)/⍳5
f←{⍵≥0:+/⍳⍵ ⋄ ¯1}
⎕←f n
⎕←f n
⎕←f -n
f -n
⍝ ==
⍝ shows {
⍝ [](-1)
⍝ [](-1)
⍝ [](3)
⍝ [](3.0)
⍝ }
