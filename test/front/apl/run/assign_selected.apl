⍝ What a selection of a name's elements says is assigned, and nothing else.
a←⍳5 ⋄ ((a>3)/a)←0 ⋄ ⎕←a
a←⍳5 ⋄ (2↑a)←7 8 ⋄ ⎕←a
a←⍳5 ⋄ (¯2↑a)×←10 ⋄ ⎕←a
a←⍳5 ⋄ (⊃a)←2.5 ⋄ ⎕←a
a←⍳5 ⋄ (0↑a)←9 ⋄ ⎕←a
m←3 3⍴⍳9 ⋄ (1 1⍉m)←0 ⋄ ⎕←m
(,m)←⌽⍳9 ⋄ ⎕←m
(2 2↑m)←2 2⍴0 ⋄ ⎕←m
t←'hello' ⋄ ((t='l')/t)←'L' ⋄ ⎕←t
f←{(1↓t)←⍵ ⋄ ≢t}
⎕←f '-'
n←3 ⋄ ((n⍴1 0)/n↑a)←0 ⋄ ⎕←a
b←a ⋄ (2↓b)←1 ⋄ ⎕←a
⍝ Several names get values whose number turns out when the program runs.
⎕←{(x y)←⍵ ⋄ x×y}¨↓3 2⍴⍳6
⎕←{(x y)←⍵ ⋄ x-y}¨⍳2 3
⎕←{(x y z)←⍵/⍳5 ⋄ x+y×z}1 0 1 0 1
(x y)←⌽¨'ab' 'cde' ⋄ ⎕←y,x
⍝ What is empty can be joined to everything.
r←⍬ ⋄ r,←⊂'abc' ⋄ r,←⊂'de' ⋄ ⎕←r
⎕←'',5
⎕←'x',⍬
⎕←⍬,'ab' 'cde'
⎕←≢1 2,'ab' (3 4)
⍝ Ones are rolled to ones.
⎕←?1 1 1
⎕←(?0 1)[2]
⍝ ==
⍝ shows {
⍝ [5](1,2,3,0,0)
⍝ [5](7,8,3,4,5)
⍝ [5](1,2,3,40,50)
⍝ [5](2.5,2.0,3.0,4.0,5.0)
⍝ [5](1,2,3,4,5)
⍝
⍝  0 2 3
⍝  4 0 6
⍝  7 8 0
⍝
⍝
⍝  9 8 7
⍝  6 5 4
⍝  3 2 1
⍝
⍝
⍝  0 0 7
⍝  0 0 4
⍝  3 2 1
⍝
⍝ heLLo
⍝ [](5)
⍝ [5](0,2,0,4,5)
⍝ [5](0,2,0,4,5)
⍝ [3](2,12,30)
⍝
⍝   0 -1 -2
⍝   1  0 -1
⍝
⍝ [](16)
⍝ edcba
⍝ abc
⍝ de
⍝ [1](5)
⍝ x
⍝ ab
⍝ cde
⍝ [](4)
⍝ [3](1,1,1)
⍝ [](1.0)
⍝ [](1.0)
⍝ }
