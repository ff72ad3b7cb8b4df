⍝ Compression, replication and expansion of all ranks.
⎕←(¯1 0)/2 3 2⍴'xcbcxybbycxa'
⎕←0 1⌿2 3 2⍴'xcbcxybbycxa'
⎕←1 0 1 0\2 3 2⍴'xcbcxybbycxa'
⎕←0 1 1 0⍀2 3 2⍴'xcbcxybbycxa'
⎕←0/2 1 2 2⍴'cabbbyby'
⎕←(0 1)/2 1 2 2⍴'cabbbyby'
⎕←0 1⌿2 1 2 2⍴'cabbbyby'
⎕←1 0 0 1\2 1 2 2⍴'cabbbyby'
⎕←0 1 1 0⍀2 1 2 2⍴'cabbbyby'
⎕←2/1 0 2 1⍴''
⎕←1 0 2/'y'
1 0 1\'y'
⍝ ==
⍝ shows {
⍝ [2,3,1](      )
⍝ [1,3,2](bbycxa)
⍝ [2,3,4](x c b c x y b b y c x a )
⍝ [4,3,2](      xcbcxybbycxa      )
⍝ [2,1,2,0]()
⍝ [2,1,2,1](abyy)
⍝ [1,1,2,2](byby)
⍝ [2,1,2,4](c  ab  bb  yb  y)
⍝ [4,1,2,2](    cabbbyby    )
⍝ [1,0,2,2]()
⍝ yyy
⍝ y y
⍝ }
