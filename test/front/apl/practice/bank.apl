⍝ Accounts that are updated by transactions, in order.
⍝ ==
⍝ shows {
⍝ [5](1,1,0,1,1)
⍝ [3](60,0,300)
⍝ [](360)
⍝
⍝     3 -400
⍝
⍝ [3](-40,-200,-400)
⍝
⍝     1  -40
⍝     2 -200
⍝     3 -400
⍝
⍝ [](0.0)
⍝ }

bal←100 200 300
tx←5 2⍴1 ¯50 2 25 3 ¯400 1 10 2 ¯225
do←{(a x)←⍵ ⋄ ok←0≤bal[a]+x ⋄ bal[a]+←ok×x ⋄ ok}
r←{do tx[⍵;]}¨⍳5
⎕←r
⎕←bal
⎕←+/bal
log←(~r)⌿tx
⎕←log
sums←tx[;1]{+/⍵}⌸tx[;2]
⎕←sums
⎕←(∪tx[;1]),[1.5]sums
0
