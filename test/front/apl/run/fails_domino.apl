⍝ A matrix without an inverse.
⌹2 2⍴1 2 2 4
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: the columns of the matrix depend on each other
⍝ }
