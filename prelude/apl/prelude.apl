⍝ What every program can use, and may define anew.

⍝ Bits of numbers of 32 bits.
xor←⎕INT32XOR
and←⎕INT32AND
sll←⎕INT32SHL
srl←⎕INT32SHR
⍝ Is bit ⍵ of ⍺ set? Bits count from 0.
testBit←{0≠⍺ and 1 sll ⍵}

⍝ Files of numbers; milliseconds, and how long a function takes.
ReadCSVInt←⎕ReadIntVecFile
ReadCSVDouble←⎕ReadDoubleVecFile
now←⎕NOW
bench←⎕BENCH

⍝ What ⌹ does: x of ⍵+.×x is ⍺, for a square ⍵, by elimination with the largest pivot of each column.
⍝ When columns depend on each other there are NaNs, which are found nowhere: any pivot will do.
∆solve←{
  ⎕IO←1
  n←≢⍵
  step←{
    M←⊃⍵ ⋄ k←2⊃⍵
    c←|(k-1)↓M[;k]
    p←k+((c⍳⌈/c)⌊≢c)-1
    M[k,p;]←M[p,k;]
    M[k;]←M[k;]÷M[k;k]
    (M-(M[;k]×k≠⍳n)∘.×M[k;])(k+1)
  }
  (0,n)↓⊃(step⍣n)((1.0×⍵),⍺)1
}
⍝ The same in the sense of least squares, when there are more rows than columns.
∆domino←{
  (≢⍵)=≢⍉⍵:⍺ ∆solve ⍵
  ((⍉⍵)+.×⍺)∆solve(⍉⍵)+.×⍵
}

⍝ What ⍺⊥⍣¯1 does: as many digits as the largest number needs, of which there may be two too many at first.
∆digits←{{((1<≢⍵)∧∧/0=,1↑⍵)↓⍵}⍣2⊢((2+⌊⍺⍟1⌈⌈/,⍵)⍴⍺)⊤⍵}
