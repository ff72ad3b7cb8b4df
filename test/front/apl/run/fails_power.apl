n←-≢(?3⍴1)~7
(2∘+⍣n)5
⍝ ==
⍝ shows {
⍝ error: E1914.*DOMAIN ERROR: ⍣ does not undo a function -3 times
⍝ }
