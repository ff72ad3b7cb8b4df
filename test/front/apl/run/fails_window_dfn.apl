⍝ The same in a dfn.
5{⍺+/⍵}⍤1⊢2 3⍴⍳6
⍝ ==
⍝ shows {
⍝ error: E1913.*LENGTH ERROR: a window of 5 elements is too long for an axis of 3
⍝ }
