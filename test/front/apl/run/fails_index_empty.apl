⍝ Nothing can be selected of nothing.
{''[1]}¨⍳3
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 1 is out of range for an axis of length 0
⍝ }
