⍝ The index has a name.
k←0
{1 2 3[k]}¨⍳3
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 0 is out of range for an axis of length 3
⍝ }
