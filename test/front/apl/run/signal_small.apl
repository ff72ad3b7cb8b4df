⍝ Layout of all ranks.
⎕←5
⎕←1 2 3
⎕←2 3⍴⍳6
⎕←'hello'
+/1 2 3.5
⍝ ==
⍝ shows {
⍝ [](5)
⍝ [3](1,2,3)
⍝
⍝  1 2 3
⍝  4 5 6
⍝
⍝ hello
⍝ [](6.5)
⍝ }
