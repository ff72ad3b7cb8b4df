⍝ No pivot at all.
⌹2 2⍴0
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: the columns of the matrix depend on each other
⍝ }
