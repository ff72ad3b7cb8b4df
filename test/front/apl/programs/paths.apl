⍝ Reachable nodes and shortest paths, until nothing changes.
adj←4 4⍴0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0
close←{⍵∨⍵∨.∧⍵}
⎕←close⍣≡adj
d←3 3⍴0 3 9 9 0 1 2 9 0
{⍵⌊⍵⌊.+⍵}⍣≡d
⍝ ==
⍝ shows {
⍝
⍝  0 1 1 1
⍝  0 0 1 1
⍝  0 0 0 1
⍝  0 0 0 0
⍝
⍝
⍝  0 3 4
⍝  3 0 1
⍝  2 5 0
⍝
⍝ }
