⍝ The least int is out of range, too.
{1 2 3[¯9223372036854775808]}¨⍳2
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index -9223372036854775808 is out of range for an axis of length 3
⍝ }
