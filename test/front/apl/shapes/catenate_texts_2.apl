⍝ Catenation of all ranks.
⎕←(2 3⍴'axayzb'),'yb'
⎕←('acz')⍪2 3⍴'axayzb'
⎕←(3 1⍴'zxb'),'b'
⎕←'b'⍪3 1⍴'zxb'
⎕←(3 1⍴'zxb'),3 2⍴'azxayx'
⎕←(1 1⍴'b')⍪3 1⍴'zxb'
⎕←(3 1⍴'zxb'),'yyy'
⎕←(1⍴'y')⍪3 1⍴'zxb'
⎕←(1 4⍴'xbzb'),'y'
⎕←'y'⍪1 4⍴'xbzb'
⎕←(1 4⍴'xbzb'),1 3⍴'zxb'
⎕←(3 4⍴'xazyyzbbaaxy')⍪1 4⍴'xbzb'
⎕←(1 4⍴'xbzb'),1⍴'z'
⎕←('xxbc')⍪1 4⍴'xbzb'
⎕←(2 1 3⍴'cacbxb'),'c'
⎕←'c'⍪2 1 3⍴'cacbxb'
⎕←(2 1 3⍴'cacbxb'),2 1 3⍴'bzxxcz'
⎕←(0 1 3⍴'')⍪2 1 3⍴'cacbxb'
⎕←(2 1 3⍴'cacbxb'),2 1⍴'xy'
⎕←(1 3⍴'baa')⍪2 1 3⍴'cacbxb'
⎕←(0 2 2⍴''),'b'
⎕←'b'⍪0 2 2⍴''
⎕←(0 2 2⍴''),0 2 2⍴''
⎕←(0 2 2⍴'')⍪0 2 2⍴''
⎕←(0 2 2⍴''),0 2⍴''
⎕←(2 2⍴'yxxb')⍪0 2 2⍴''
⎕←(2 3 2⍴'zaxxxcxbccaa'),'y'
⎕←'y'⍪2 3 2⍴'zaxxxcxbccaa'
⎕←(2 3 2⍴'zaxxxcxbccaa'),2 3 3⍴'zaxxzcxcyaaxxyxcyb'
⎕←(3 3 2⍴'cazazabyxzxazyxaxy')⍪2 3 2⍴'zaxxxcxbccaa'
⎕←(2 3 2⍴'zaxxxcxbccaa'),2 3⍴'xcbaxa'
⎕←(3 2⍴'ayzcxb')⍪2 3 2⍴'zaxxxcxbccaa'
⎕←(2 1 2 2⍴'zcbcxbcc'),'c'
⎕←'c'⍪2 1 2 2⍴'zcbcxbcc'
⎕←(2 1 2 2⍴'zcbcxbcc'),2 1 2 2⍴'cxyayabx'
⎕←(1 1 2 2⍴'zaxc')⍪2 1 2 2⍴'zcbcxbcc'
⎕←(2 1 2 2⍴'zcbcxbcc'),2 1 2⍴'bybc'
⎕←(1 2 2⍴'azyy')⍪2 1 2 2⍴'zcbcxbcc'
⎕←(1 0 2 1⍴''),'z'
'z'⍪1 0 2 1⍴''
⍝ ==
⍝ shows {
⍝
⍝ axay
⍝ yzbb
⍝
⍝
⍝ acz
⍝ axa
⍝ yzb
⍝
⍝
⍝ zb
⍝ xb
⍝ bb
⍝
⍝
⍝ b
⍝ z
⍝ x
⍝ b
⍝
⍝
⍝ zaz
⍝ xxa
⍝ byx
⍝
⍝
⍝ b
⍝ z
⍝ x
⍝ b
⍝
⍝
⍝ zy
⍝ xy
⍝ by
⍝
⍝
⍝ y
⍝ z
⍝ x
⍝ b
⍝
⍝
⍝ xbzby
⍝
⍝
⍝ yyyy
⍝ xbzb
⍝
⍝
⍝ xbzbzxb
⍝
⍝
⍝ xazy
⍝ yzbb
⍝ aaxy
⍝ xbzb
⍝
⍝
⍝ xbzbz
⍝
⍝
⍝ xxbc
⍝ xbzb
⍝
⍝ [2,1,4](caccbxbc)
⍝ [3,1,3](ccccacbxb)
⍝ [2,1,6](cacbzxbxbxcz)
⍝ [2,1,3](cacbxb)
⍝ [2,1,4](cacxbxby)
⍝ [3,1,3](baacacbxb)
⍝ [0,2,3]()
⍝ [1,2,2](bbbb)
⍝ [0,2,4]()
⍝ [0,2,2]()
⍝ [0,2,3]()
⍝ [1,2,2](yxxb)
⍝ [2,3,3](zayxxyxcyxbyccyaay)
⍝ [3,3,2](yyyyyyzaxxxcxbccaa)
⍝ [2,3,5](zazaxxxxzcxcxcyxbaaxccxyxaacyb)
⍝ [5,3,2](cazazabyxzxazyxaxyzaxxxcxbccaa)
⍝ [2,3,3](zaxxxcxcbxbaccxaaa)
⍝ [3,3,2](ayzcxbzaxxxcxbccaa)
⍝ [2,1,2,3](zccbccxbcccc)
⍝ [3,1,2,2](cccczcbcxbcc)
⍝ [2,1,2,4](zccxbcyaxbyaccbx)
⍝ [3,1,2,2](zaxczcbcxbcc)
⍝ [2,1,2,3](zcbbcyxbbccc)
⍝ [3,1,2,2](azyyzcbcxbcc)
⍝ [1,0,2,2]()
⍝ [2,0,2,1]()
⍝ }
