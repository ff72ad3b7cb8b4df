⍝ Items cannot begin a negative number of times.
(1-?3⍴3)⊂⍳3
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: the numbers say how often each place counts, and must not be negative
⍝ }
