⍝ The element that is not there has the type of the array.
{1J2 3[7]}¨⍳2
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index 7 is out of range for an axis of length 2
⍝ }
