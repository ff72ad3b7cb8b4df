⍝ Numbers in words, in Roman numerals and in other bases.
⍝ ==
⍝ shows {
⍝ MCMXCIV
⍝ MMXXIV
⍝ IV
⍝ IX
⍝ XIV
⍝ XL
⍝ XC
⍝ CD
⍝ MMMCMXCIX
⍝ [](1994)
⍝ [](1)
⍝ FF
⍝ BEEF
⍝ [](48879)
⍝ [4](1,0,1,0)
⍝
⍝  0 0 0
⍝  0 0 1
⍝  0 1 1
⍝  0 1 0
⍝  1 1 0
⍝  1 1 1
⍝  1 0 1
⍝  1 0 0
⍝
⍝ [](0.0)
⍝ }

vals←1000 500 100 50 10 5 1
unit←{(o f t)←⍺ ⋄ ⍵=9:o,t ⋄ ⍵=4:o,f ⋄ ((⍵≥5)/f),((5|⍵)/o)}
rom←{d←(4⍴10)⊤⍵ ⋄ (d[1]/'M'),('CDM' unit d[2]),('XLC' unit d[3]),'IVX' unit d[4]}
⎕←rom 1994
⎕←rom 2024
⎕←rom¨4 9 14 40 90 400 3999
value←{x←vals['MDCLXVI'⍳⍵] ⋄ +/x×1-2×x<1↓x,0}
⎕←value 'MCMXCIV'
⎕←(⍳50)≡{value rom ⍵}¨⍳50
hex←{'0123456789ABCDEF'[1+16⊥⍣¯1⊢⍵]}
⎕←hex 255
⎕←hex 48879
⎕←16⊥¯1+'0123456789ABCDEF'⍳'BEEF'
⎕←2⊥⍣¯1⊢10
gray←{⍵≠¯1↓0,⍵}
⎕←↑gray¨↓⍉(3⍴2)⊤0,⍳7
0
