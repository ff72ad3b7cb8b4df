⍝ Catenation of all ranks.
⎕←('b'),'x'
⎕←'x'⍪'b'
⎕←(''),'y'
⎕←'y'⍪''
⎕←(''),'aa'
⎕←(1⍴'b')⍪''
⎕←(1⍴'a'),'b'
⎕←'b'⍪1⍴'a'
⎕←(1⍴'a'),'yyy'
⎕←(1⍴'y')⍪1⍴'a'
⎕←('bzx'),'c'
⎕←'c'⍪'bzx'
⎕←('bzx'),1⍴'y'
⎕←(1⍴'x')⍪'bzx'
⎕←('aaxz'),'x'
⎕←'x'⍪'aaxz'
⎕←('aaxz'),''
⎕←('')⍪'aaxz'
⎕←(0 3⍴''),'a'
⎕←'a'⍪0 3⍴''
⎕←(0 3⍴''),0 1⍴''
⎕←(0 3⍴'')⍪0 3⍴''
⎕←(0 3⍴''),''
⎕←('yay')⍪0 3⍴''
⎕←(2 0⍴''),'a'
⎕←'a'⍪2 0⍴''
⎕←(2 0⍴''),2 3⍴'bzxczz'
⎕←(2 0⍴'')⍪2 0⍴''
⎕←(2 0⍴''),'xx'
⎕←('')⍪2 0⍴''
⎕←(1 1⍴'y'),'c'
⎕←'c'⍪1 1⍴'y'
⎕←(1 1⍴'y'),1 3⍴'zcx'
⎕←(0 1⍴'')⍪1 1⍴'y'
⎕←(1 1⍴'y'),1⍴'b'
⎕←(1⍴'c')⍪1 1⍴'y'
⎕←(2 3⍴'axayzb'),'c'
⎕←'c'⍪2 3⍴'axayzb'
⎕←(2 3⍴'axayzb'),2 1⍴'xy'
(1 3⍴'bay')⍪2 3⍴'axayzb'
⍝ ==
⍝ shows {
⍝ bx
⍝ xb
⍝ y
⍝ y
⍝ aa
⍝ b
⍝ ab
⍝ ba
⍝ ayyy
⍝ ya
⍝ bzxc
⍝ cbzx
⍝ bzxy
⍝ xbzx
⍝ aaxzx
⍝ xaaxz
⍝ aaxz
⍝ aaxz
⍝ [0,4]()
⍝
⍝ aaa
⍝
⍝ [0,4]()
⍝ [0,3]()
⍝ [0,4]()
⍝
⍝ yay
⍝
⍝
⍝ a
⍝ a
⍝
⍝ [3,0]()
⍝
⍝ bzx
⍝ czz
⍝
⍝ [4,0]()
⍝
⍝ x
⍝ x
⍝
⍝ [3,0]()
⍝
⍝ yc
⍝
⍝
⍝ c
⍝ y
⍝
⍝
⍝ yzcx
⍝
⍝
⍝ y
⍝
⍝
⍝ yb
⍝
⍝
⍝ c
⍝ y
⍝
⍝
⍝ axac
⍝ yzbc
⍝
⍝
⍝ ccc
⍝ axa
⍝ yzb
⍝
⍝
⍝ axax
⍝ yzby
⍝
⍝
⍝ bay
⍝ axa
⍝ yzb
⍝
⍝ }
