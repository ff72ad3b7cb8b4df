⍝ What a program shows before it fails, it shows on every target, also when what fails reads the same array as what is shown.
x←(7>⍳9)/⍳9
⎕←7
⎕←x×2
⎕←(⍳3)[x]
⍝ ==
⍝ shows {
⍝ [](7)
⍝ [6](2,4,6,8,10,12)
⍝ error: E1915.*INDEX ERROR: index 4 is out of range for an axis of length 3
⍝ }
