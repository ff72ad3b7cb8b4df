⍝ Places cannot be repeated a negative number of times.
⎕←⍸0 2 1
⍸1-?3⍴3
⍝ ==
⍝ shows {
⍝ [3](2,2,3)
⍝ error: E1914.*DOMAIN ERROR: the numbers say how often each place counts, and must not be negative, but there is -
⍝ }
