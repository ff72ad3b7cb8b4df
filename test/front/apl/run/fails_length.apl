⍝ Lengths that are only known at run time.
n←≢(3>⍳5)/⍳5
(⍳n)+⍳1+n
⍝ ==
⍝ shows {
⍝ error: E1913.*LENGTH ERROR: the arguments have different shapes: 2 and 3
⍝ }
