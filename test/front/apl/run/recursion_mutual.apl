⍝ Functions that call each other, in parallel and with output.
k←0
even←{⍵=k:1 ⋄ odd ⍵-1}
odd←{⍵=k:0 ⋄ even ⍵-1}
⎕←even 10
⎕←odd 7
⎕←even 3
hanoi←{⍵=0:0 ⋄ 1+2×∇⍵-1}
⎕←hanoi¨⍳6
⎕←even¨0 1 2 3
down←{⍵<1:0 ⋄ ⎕←⍵ ⋄ ∇⍵-1}
⎕←down 3
times←{⍵≤0:⍵ ⋄ ⍺⍺∇⍵-1}
⎕←(2∘+times)3
outer←{
  n←⍵
  inner←{⍵≥n:0 ⋄ 1+∇⍵+1}
  inner 0
}
⎕←outer 4
⎕←outer¨1 2 3
power←{⍵=0:{⍵}1 ⋄ 2×∇⍵-1}
⎕←+/power¨⍳4
tree←{⍵=0:1 ⋄ +/∇¨2⍴⍵-1}
⎕←tree 3
d←{⍵>9:⍵ ⋄ ∇ 3+⍵}
d 1
⍝ ==
⍝ shows {
⍝ [](1)
⍝ [](1)
⍝ [](0)
⍝ [6](1,3,7,15,31,63)
⍝ [4](1,0,1,0)
⍝ [](3)
⍝ [](2)
⍝ [](1)
⍝ [](0)
⍝ [](6)
⍝ [](4)
⍝ [3](1,2,3)
⍝ [](30)
⍝ [](8)
⍝ [](10.0)
⍝ }
