⍝ Heat on a chip: the borders see themselves. A step is one nest.
n←16
power←n n⍴0.5 0.25 0.125
step←{
  up←(1↑⍵)⍪¯1↓⍵ ⋄ down←(1↓⍵)⍪¯1↑⍵
  left←(⍉1↑⍉⍵),⍉¯1↓⍉⍵ ⋄ right←(⍉1↓⍉⍵),⍉¯1↑⍉⍵
  ⍵+0.1×power+((up+down)-2×⍵)+(left+right)-2×⍵
}
end←(step⍣20)80+n n⍴0 1 2 3 4
⎕←⌊0.5+1000×2 2↑end
⌊0.5+1000×+/+/end
⍝ ==
⍝ shows {
⍝
⍝  82430 82422
⍝  82422 82460
⍝
⍝ [](21139750.0)
⍝ }
