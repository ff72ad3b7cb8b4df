⍝ Compression, replication and expansion of all ranks.
⎕←2/'b'
⎕←1/''
⎕←1/1⍴'z'
⎕←3/'ybb'
⎕←(1 0 0)/'ybb'
⎕←0 1 0⌿'ybb'
⎕←1 0 1 1 0\'ybb'
⎕←0 1 1 1 0⍀'ybb'
⎕←3/'xycc'
⎕←(0 2 2 1)/'xycc'
⎕←1 0 0 1⌿'xycc'
⎕←0 1 1 1 0 1\'xycc'
⎕←0 1 1 1 1 0⍀'xycc'
⎕←1/0 3⍴''
⎕←(2 1 0)/0 3⍴''
⎕←0 1 1 0 1\0 3⍴''
⎕←0/2 0⍴''
⎕←1 1⌿2 0⍴''
⎕←0 1 1 0⍀2 0⍴''
⎕←0/1 1⍴'a'
⎕←3/2 3⍴'bbzyxx'
⎕←(2 0 ¯1)/2 3⍴'bbzyxx'
⎕←1 0⌿2 3⍴'bbzyxx'
⎕←1 1 0 0 1\2 3⍴'bbzyxx'
⎕←0 1 1 0⍀2 3⍴'bbzyxx'
⎕←1/3 1⍴'czb'
⎕←0 0 1⌿3 1⍴'czb'
⎕←0 1 1 1 0⍀3 1⍴'czb'
⎕←0/1 4⍴'baxc'
⎕←(2 2 2 1)/1 4⍴'baxc'
⎕←0 1 1 1 1 0\1 4⍴'baxc'
⎕←2/2 1 3⍴'bbzzxy'
⎕←(2 ¯1 1)/2 1 3⍴'bbzzxy'
⎕←1 1⌿2 1 3⍴'bbzzxy'
⎕←0 1 1 1 0\2 1 3⍴'bbzzxy'
⎕←0 1 1 0⍀2 1 3⍴'bbzzxy'
⎕←2/0 2 2⍴''
⎕←(0 ¯1)/0 2 2⍴''
⎕←0 0 1 1\0 2 2⍴''
0/2 3 2⍴'xcbcxybbycxa'
⍝ ==
⍝ shows {
⍝ bb
⍝
⍝ z
⍝ yyybbbbbb
⍝ y
⍝ b
⍝ y bb 
⍝  ybb 
⍝ xxxyyycccccc
⍝ yyccc
⍝ xc
⍝  xyc c
⍝  xycc 
⍝ [0,3]()
⍝ [0,3]()
⍝ [0,5]()
⍝ [2,0]()
⍝ [2,0]()
⍝ [4,0]()
⍝ [1,0]()
⍝
⍝ bbbbbbzzz
⍝ yyyxxxxxx
⍝
⍝
⍝ bb 
⍝ yy 
⍝
⍝
⍝ bbz
⍝
⍝
⍝ bb  z
⍝ yx  x
⍝
⍝
⍝    
⍝ bbz
⍝ yxx
⍝    
⍝
⍝
⍝ c
⍝ z
⍝ b
⍝
⍝
⍝ b
⍝
⍝
⍝  
⍝ c
⍝ z
⍝ b
⍝  
⍝
⍝ [1,0]()
⍝
⍝ bbaaxxc
⍝
⍝
⍝  baxc 
⍝
⍝ [2,1,6](bbbbzzzzxxyy)
⍝ [2,1,4](bb zzz y)
⍝ [2,1,3](bbzzxy)
⍝ [2,1,5]( bbz  zxy )
⍝ [4,1,3](   bbzzxy   )
⍝ [0,2,4]()
⍝ [0,2,1]()
⍝ [0,2,4]()
⍝ [2,3,0]()
⍝ }
