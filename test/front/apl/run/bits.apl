⍝ Bits of numbers of 32 bits, by the names of the prelude.
⎕←12 xor 10
⎕←12 and 10
⎕←1 sll 4
⎕←16 srl 2
⎕←⎕INT32NOT 0 5
⎕←12 ⎕INT32OR 3
⎕←¯8 ⎕INT32SHAR 1
⎕←¯8 ⎕INT32SHR 28
⎕←1 ⎕INT32SHL 31
⎕←5 testBit 0 1 2
xor←{⍺≠⍵}
⎕←1 xor 0
b←⎕INT32AND
b/7 3 1
⍝ ==
⍝ shows {
⍝ [](6)
⍝ [](8)
⍝ [](16)
⍝ [](4)
⍝ [2](-1,-6)
⍝ [](15)
⍝ [](-4)
⍝ [](15)
⍝ [](-2147483648)
⍝ [3](1,0,1)
⍝ [](1)
⍝ [](1.0)
⍝ }
