⍝ Indices of all ranks.
⎕←(1⍴'a')[1 1 1]
⎕←(1⍴'a')[]
⎕←(1⍴'a')[1]
⎕←('yca')[3]
⎕←('yca')[]
⎕←('yca')[]
⎕←('xazc')[2]
⎕←('xazc')[]
⎕←('xazc')[4 3 2]
⎕←(1 1⍴'x')[;1]
⎕←(1 1⍴'x')[1 1 1;1 1]
⎕←(1 1⍴'x')[1;]
⎕←(2 3⍴'czabzc')[;1]
⎕←(2 3⍴'czabzc')[1 2;1 1]
⎕←(2 3⍴'czabzc')[;]
⎕←(3 1⍴'aby')[;]
⎕←(3 1⍴'aby')[;1 1]
⎕←(3 1⍴'aby')[;]
⎕←(1 4⍴'byzb')[;]
⎕←(1 4⍴'byzb')[;1 4]
⎕←(1 4⍴'byzb')[;2 4]
⎕←(2 1 3⍴'yxaccz')[2 1 1;1 1;2 3 3]
⎕←(2 1 3⍴'yxaccz')[;1;]
⎕←(2 1 3⍴'yxaccz')[;;1]
⎕←(2 3 2⍴'cyczcbbxyyxb')[;;2 1]
⎕←(2 3 2⍴'cyczcbbxyyxb')[;1 3 3;]
⎕←(2 3 2⍴'cyczcbbxyyxb')[;;]
⎕←(2 1 2 2⍴'cayyczbz')[;;1 2;1]
⎕←(2 1 2 2⍴'cayyczbz')[;1 1;2;2]
(2 1 2 2⍴'cayyczbz')[;1;1;]
⍝ ==
⍝ shows {
⍝ aaa
⍝ a
⍝ [](a)
⍝ [](a)
⍝ yca
⍝ yca
⍝ [](a)
⍝ xazc
⍝ cza
⍝ x
⍝
⍝ xx
⍝ xx
⍝ xx
⍝
⍝ x
⍝ cb
⍝
⍝ cc
⍝ bb
⍝
⍝
⍝ cza
⍝ bzc
⍝
⍝
⍝ a
⍝ b
⍝ y
⍝
⍝
⍝ aa
⍝ bb
⍝ yy
⍝
⍝
⍝ a
⍝ b
⍝ y
⍝
⍝
⍝ byzb
⍝
⍝
⍝ bb
⍝
⍝
⍝ yb
⍝
⍝ [3,2,3](czzczzxaaxaaxaaxaa)
⍝
⍝ yxa
⍝ ccz
⍝
⍝
⍝ y
⍝ c
⍝
⍝ [2,3,2](yczcbcxbyybx)
⍝ [2,3,2](cycbcbbxxbxb)
⍝ [2,3,2](cyczcbbxyyxb)
⍝ [2,1,2](cycb)
⍝
⍝ yy
⍝ zz
⍝
⍝
⍝ ca
⍝ cz
⍝
⍝ }
