⍝ Turning, transposing and dropping moves nothing on the way to a reduction.
A←100 200⍴⍳20000
⎕←+/+/⍉⌽⍉⊖1↓A
⎕←+/(⍳99)×(⍉⌽⍉⊖1↓A)[;3]
(⍉⌽⍉⊖1↓A)[2;5]
⍝ ==
⍝ shows {
⍝ [](199989900)
⍝ [](65684850)
⍝ [](405.0)
⍝ }
⍝ structure { not copy not concat not update }
⍝ structure c { copies 0 }
