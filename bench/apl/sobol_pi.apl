⍝ π by quasi-random points: Sobol sequences from Gray codes.
bits←¯1+⍳30
v1←⌊2*30-⍳30
m2←{m←30⍴1 ⋄ k←({m[⍵]←(2×m[⍵-1])xor m[⍵-1] ⋄ ⍵+1}⍣29)2 ⋄ m}0
v2←m2×⌊2*30-⍳30
sobol←{(xor/⍺×(⍵ xor ⍵ srl 1)testBit bits)÷2*30}
inside←{1>((v1 sobol ⍵)*2)+(v2 sobol ⍵)*2}
run←{ ⍝: int → double
  4×(+/inside¨⍳⍵)÷⍵
}
⍝ ==
⍝ entry: run
⍝ nobench input { 10000i64 } output { 3.142 }
