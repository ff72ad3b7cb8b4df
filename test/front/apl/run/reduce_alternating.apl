⍝ What a dfn comes down to counts: differences and quotients are sums and products, where their arguments are not turned round.
minus←{⍺-⍵} ⋄ over←{⍺÷⍵} ⋄ turned←{⍵-⍺}
⎕←minus/⍳7
⎕←minus/1.5 2 4
⎕←over/1 2 4 8
⎕←over/2.0 4
⎕←turned/1 2 4
⎕←minus/2 3⍴⍳6
⎕←minus\⍳6
⎕←over\1 2 4
⎕←minus/0⍴0
⎕←over/0⍴0.5
⎕←minus/1 2J1 4
⎕←{⍺-⍵+0}/5 3 1
minus/1=1 0 1
⍝ ==
⍝ shows {
⍝ [](4)
⍝ [](3.5)
⍝ [](0.25)
⍝ [](0.5)
⍝ [](1)
⍝ [2](2,5)
⍝ [6](1,-1,2,-2,3,-3)
⍝ [3](1.0,0.5,2.0)
⍝ [](0)
⍝ [](1.0)
⍝ [](3.0j-1.0)
⍝ [](3)
⍝ [](2.0)
⍝ }
