⍝ A matrix without an inverse.
⎕←'before'
⌹2 2⍴1 2 2 4
⍝ ==
⍝ shows {
⍝ before
⍝ error: DOMAIN ERROR: the columns of the matrix depend on each other
⍝ }
