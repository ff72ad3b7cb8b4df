⍝ Arrays that are known to have one element extend.
⎕←(,1)+1 2 3
⎕←1 2 3+,1
⎕←(1 1⍴5)+1 2
⎕←(1 1⍴5)+,6
(,5)+3
⍝ ==
⍝ shows {
⍝ [3](2,3,4)
⍝ [3](2,3,4)
⍝ [2](6,7)
⍝
⍝  11
⍝
⍝ [1](8)
⍝ }
