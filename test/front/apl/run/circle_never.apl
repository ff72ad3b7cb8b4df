⍝ A circle function that there is not is an error only where it is asked for.
⍝ ==
⍝ shows {
⍝ [](2.0j0.0)
⍝ [0]()
⍝ [0]()
⍝ }

n←≢(?2⍴1)~7
⎕←{⍵>5:8○1J2 ⋄ ⍵}n
⎕←{8○⍵}¨0⍴1J2
