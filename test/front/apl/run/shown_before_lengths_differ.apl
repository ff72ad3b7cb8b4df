⍝ A check of lengths is not made before what is shown in front of it.
x←(7>⍳9)/⍳9
⎕←7
⎕←x×2
⎕←x+⍳3
⍝ ==
⍝ shows {
⍝ [](7)
⍝ [6](2,4,6,8,10,12)
⍝ error: E1913.*LENGTH ERROR: the arguments have different shapes: 6 and 3
⍝ }
