⍝ Functions that move elements, of all ranks, also of nothing.
⎕←⍉2 3⍴'zcycby'
⎕←,2 3⍴'zcycby'
⎕←⍴2 3⍴'zcycby'
⎕←≢2 3⍴'zcycby'
⎕←⍪2 3⍴'zcycby'
⎕←⊃2 3⍴'zcycby'
⎕←7⌽2 3⍴'zcycby'
⎕←7⊖2 3⍴'zcycby'
⎕←⌽3 1⍴'ycb'
⎕←⊖3 1⍴'ycb'
⎕←⍉3 1⍴'ycb'
⎕←,3 1⍴'ycb'
⎕←⍴3 1⍴'ycb'
⎕←≢3 1⍴'ycb'
⎕←⍪3 1⍴'ycb'
⎕←⊃3 1⍴'ycb'
⎕←0⌽3 1⍴'ycb'
⎕←0⊖3 1⍴'ycb'
⎕←⌽1 4⍴'abaz'
⎕←⊖1 4⍴'abaz'
⎕←⍉1 4⍴'abaz'
⎕←,1 4⍴'abaz'
⎕←⍴1 4⍴'abaz'
⎕←≢1 4⍴'abaz'
⎕←⍪1 4⍴'abaz'
⎕←⊃1 4⍴'abaz'
⎕←¯2⌽1 4⍴'abaz'
⎕←¯2⊖1 4⍴'abaz'
⎕←⌽2 1 3⍴'yaycbc'
⎕←⊖2 1 3⍴'yaycbc'
⎕←⍉2 1 3⍴'yaycbc'
⎕←,2 1 3⍴'yaycbc'
⎕←⍴2 1 3⍴'yaycbc'
⎕←≢2 1 3⍴'yaycbc'
⎕←⍪2 1 3⍴'yaycbc'
⎕←⊃2 1 3⍴'yaycbc'
⎕←2⌽2 1 3⍴'yaycbc'
⎕←2⊖2 1 3⍴'yaycbc'
⎕←⌽0 2 2⍴''
⊖0 2 2⍴''
⍝ ==
⍝ shows {
⍝
⍝ zc
⍝ cb
⍝ yy
⍝
⍝ zcycby
⍝ [2](2,3)
⍝ [](2)
⍝
⍝ zcy
⍝ cby
⍝
⍝ [](z)
⍝
⍝ cyz
⍝ byc
⍝
⍝
⍝ cby
⍝ zcy
⍝
⍝
⍝ y
⍝ c
⍝ b
⍝
⍝
⍝ b
⍝ c
⍝ y
⍝
⍝
⍝ ycb
⍝
⍝ ycb
⍝ [2](3,1)
⍝ [](3)
⍝
⍝ y
⍝ c
⍝ b
⍝
⍝ [](y)
⍝
⍝ y
⍝ c
⍝ b
⍝
⍝
⍝ y
⍝ c
⍝ b
⍝
⍝
⍝ zaba
⍝
⍝
⍝ abaz
⍝
⍝
⍝ a
⍝ b
⍝ a
⍝ z
⍝
⍝ abaz
⍝ [2](1,4)
⍝ [](1)
⍝
⍝ abaz
⍝
⍝ [](a)
⍝
⍝ azab
⍝
⍝
⍝ abaz
⍝
⍝ [2,1,3](yaycbc)
⍝ [2,1,3](cbcyay)
⍝ [3,1,2](ycabyc)
⍝ yaycbc
⍝ [3](2,1,3)
⍝ [](2)
⍝
⍝ yay
⍝ cbc
⍝
⍝ [](y)
⍝ [2,1,3](yyaccb)
⍝ [2,1,3](yaycbc)
⍝ [0,2,2]()
⍝ [0,2,2]()
⍝ }
