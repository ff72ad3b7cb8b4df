⍝ Functions that move elements, of all ranks, also of nothing.
⎕←⍉0 2 2⍴''
⎕←,0 2 2⍴''
⎕←⍴0 2 2⍴''
⎕←≢0 2 2⍴''
⎕←⍪0 2 2⍴''
⎕←⊃0 2 2⍴''
⎕←¯5⌽0 2 2⍴''
⎕←¯5⊖0 2 2⍴''
⎕←⌽2 3 2⍴'yxzabbazbczz'
⎕←⊖2 3 2⍴'yxzabbazbczz'
⎕←⍉2 3 2⍴'yxzabbazbczz'
⎕←,2 3 2⍴'yxzabbazbczz'
⎕←⍴2 3 2⍴'yxzabbazbczz'
⎕←≢2 3 2⍴'yxzabbazbczz'
⎕←⍪2 3 2⍴'yxzabbazbczz'
⎕←⊃2 3 2⍴'yxzabbazbczz'
⎕←2⌽2 3 2⍴'yxzabbazbczz'
⎕←2⊖2 3 2⍴'yxzabbazbczz'
⎕←⌽2 1 2 2⍴'axxzxyay'
⎕←⊖2 1 2 2⍴'axxzxyay'
⎕←⍉2 1 2 2⍴'axxzxyay'
⎕←,2 1 2 2⍴'axxzxyay'
⎕←⍴2 1 2 2⍴'axxzxyay'
⎕←≢2 1 2 2⍴'axxzxyay'
⎕←⍪2 1 2 2⍴'axxzxyay'
⎕←⊃2 1 2 2⍴'axxzxyay'
⎕←2⌽2 1 2 2⍴'axxzxyay'
⎕←2⊖2 1 2 2⍴'axxzxyay'
⎕←⌽1 0 2 1⍴''
⎕←⊖1 0 2 1⍴''
⎕←⍉1 0 2 1⍴''
⎕←,1 0 2 1⍴''
⎕←⍴1 0 2 1⍴''
⎕←≢1 0 2 1⍴''
⎕←⍪1 0 2 1⍴''
⎕←⊃1 0 2 1⍴''
⎕←0⌽1 0 2 1⍴''
0⊖1 0 2 1⍴''
⍝ ==
⍝ shows {
⍝ [2,2,0]()
⍝
⍝ [3](0,2,2)
⍝ [](0)
⍝ [0,4]()
⍝ []( )
⍝ [0,2,2]()
⍝ [0,2,2]()
⍝ [2,3,2](xyazbbzacbzz)
⍝ [2,3,2](azbczzyxzabb)
⍝ [2,3,2](yazbbzxzacbz)
⍝ yxzabbazbczz
⍝ [3](2,3,2)
⍝ [](2)
⍝
⍝ yxzabb
⍝ azbczz
⍝
⍝ [](y)
⍝ [2,3,2](yxzabbazbczz)
⍝ [2,3,2](yxzabbazbczz)
⍝ [2,1,2,2](xazxyxya)
⍝ [2,1,2,2](xyayaxxz)
⍝ [2,2,1,2](axxaxyzy)
⍝ axxzxyay
⍝ [4](2,1,2,2)
⍝ [](2)
⍝
⍝ axxz
⍝ xyay
⍝
⍝ [](a)
⍝ [2,1,2,2](axxzxyay)
⍝ [2,1,2,2](axxzxyay)
⍝ [1,0,2,1]()
⍝ [1,0,2,1]()
⍝ [1,2,0,1]()
⍝
⍝ [4](1,0,2,1)
⍝ [](1)
⍝ [1,0]()
⍝ []( )
⍝ [1,0,2,1]()
⍝ [1,0,2,1]()
⍝ }
