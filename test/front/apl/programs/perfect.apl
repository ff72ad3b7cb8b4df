⍝ Divisors and perfect numbers.
divisors←{(0=n|⍵)/n←⍳⍵}
⎕←divisors 28
perfect←{⍵=+/¯1↓divisors ⍵}
⎕←(perfect¨⍳500)/⍳500
{(0=(⍳⍵)|⍵)/⍳⍵}12
⍝ ==
⍝ shows {
⍝ [6](1,2,4,7,14,28)
⍝ [3](6,28,496)
⍝ [6](1,2,3,4,6,12)
⍝ }
