⍝ Reshape of all ranks, also of nothing.
⎕←4⍴2 3 2⍴'byxcxccbyczz'
⎕←⍬⍴2 3 2⍴'byxcxccbyczz'
⎕←3 1⍴2 1 2 2⍴'zxbbzcyz'
⎕←2 1 3⍴2 1 2 2⍴'zxbbzcyz'
⎕←2 0⍴2 1 2 2⍴'zxbbzcyz'
⎕←2 3⍴1 0 2 1⍴''
⎕←2 3 2⍴1 0 2 1⍴''
0 3⍴1 0 2 1⍴''
⍝ ==
⍝ shows {
⍝ byxc
⍝ [](b)
⍝
⍝ z
⍝ x
⍝ b
⍝
⍝ [2,1,3](zxbbzc)
⍝ [2,0]()
⍝
⍝    
⍝    
⍝
⍝ [2,3,2](            )
⍝ [0,3]()
⍝ }
