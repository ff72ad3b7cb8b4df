⍝ Run lengths and back, bits, and look-and-say.
⍝ ==
⍝ shows {
⍝ abcd
⍝ [4](3,1,2,4)
⍝ abcd
⍝ aaabccdddd
⍝ [6](1,1,2,2,2,3)
⍝ [2](1,1)
⍝ [6](3,1,2,2,1,1)
⍝ [](26)
⍝
⍝  0 0 0
⍝  1 1 1
⍝  0 0 0
⍝  0 1 0
⍝  0 0 1
⍝  0 0 1
⍝  0 0 0
⍝  1 0 0
⍝
⍝ [3](65,80,76)
⍝ APL
⍝ [8](0,3,0,1,1,1,0,1)
⍝ [3](0,0,1)
⍝ [](3)
⍝ [](0.0)
⍝ }

rle←{e←1,2≠/⍵ ⋄ p←⍸e ⋄ (e/⍵)((1↓p,1+≢⍵)-p)}
r←rle 'aaabccdddd'
⎕←r
⎕←⊃r
back←{(v n)←⍵ ⋄ n/v}
⎕←back r
⎕←back rle 1 1 2 2 2 3
say←{e←1,2≠/⍵ ⋄ p←⍸e ⋄ n←(1↓p,1+≢⍵)-p ⋄ ,n,[1.5]e/⍵}
⎕←say ,1
⎕←say⍣5⊢,1
⎕←≢say⍣10⊢,1
bits←(8⍴2)⊤65 80 76
⎕←bits
⎕←2⊥bits
⎕←⎕UCS 2⊥bits
⎕←+/bits
parity←2|+⌿bits
⎕←parity
⎕←⌈/{≢⍵}¨(1,2≠/0 1 1 1 0 1 1)⊂0 1 1 1 0 1 1
0
