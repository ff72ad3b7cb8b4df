⍝ Indices that are only known at run time.
n←≢(3>⍳5)/⍳5
(⍳5)[n×3]
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 6 is out of range for an axis of length 5
⍝ }
