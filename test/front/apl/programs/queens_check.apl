⍝ Queens that do not threaten each other.
safe←{~∨/(,∘.<⍨⍳≢⍵)/,(|∘.-⍨⍵)=|∘.-⍨⍳≢⍵}
⎕←safe 2 4 1 3
safe 1 2 3 4
⍝ ==
⍝ shows {
⍝ [](1)
⍝ [](0.0)
⍝ }
