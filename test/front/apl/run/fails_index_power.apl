⍝ A character, which is handed on.
{'ab'[3]}⍣2⊢'a'
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 3 is out of range for an axis of length 2
⍝ }
