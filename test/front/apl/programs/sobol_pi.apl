⍝ π by quasi-random points: Sobol sequences from Gray codes, one par over the points.
bits←¯1+⍳30
v1←⌊2*30-⍳30
next←{k←⍺ ⋄ m←⍵ ⋄ m[k]←(2×m[k-1])xor m[k-1] ⋄ m}
m2←{m←30⍴1 ⋄ k←({m[⍵]←(2×m[⍵-1])xor m[⍵-1] ⋄ ⍵+1}⍣29)2 ⋄ m}0
v2←m2×⌊2*30-⍳30
sobol←{(xor/⍺×(⍵ xor ⍵ srl 1)testBit bits)÷2*30}
inside←{1>((v1 sobol ⍵)*2)+(v2 sobol ⍵)*2}
n←10000
⎕←v1 sobol 5
⎕←v2 sobol 5
4×(+/inside¨⍳n)÷n
⍝ ==
⍝ shows {
⍝ [](0.875)
⍝ [](0.875)
⍝ [](3.142)
⍝ }
