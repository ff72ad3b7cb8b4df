⍝ The same for `⌷`.
{¯1⌷1.5 2 3}¨⍳3
⍝ ==
⍝ shows {
⍝ error: E1915.*INDEX ERROR: index -1 is out of range for an axis of length 3
⍝ }
