⍝ Several results.
(q r)←{(⌊⍵÷7)(7|⍵)}45
⎕←q r
swap←{⌽⍵}
(a b)←swap 1 2
⎕←a b
stats←{(⌊/⍵)(⌈/⍵)((+/⍵)÷≢⍵)}
(lo hi av)←stats 3 1 4 1 5
⎕←lo
⎕←hi
⎕←av
pair←'abc' (1 2 3)
(s v)←pair
⎕←s
⎕←v
⊃pair
⍝ ==
⍝ shows {
⍝ [2](6,3)
⍝ [2](2,1)
⍝ [](1.0)
⍝ [](5.0)
⍝ [](2.8)
⍝ abc
⍝ [3](1,2,3)
⍝ abc
⍝ }
