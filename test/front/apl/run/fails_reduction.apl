⍝ A reduction of nothing by a function without an identity.
n←≢(0>⍳5)/⍳5
{⍺+2×⍵}/⍳n
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: the reduction of an empty axis by this function has no value
⍝ }
