⍝ A name of an enclosing function is updated there, also by ⍣.
a←5⍴0
set←{a[⍵]←⍵×⍵ ⋄ ⍵+1}
⎕←(set⍣4)1
⎕←a
b←3⍴0
cond←{({b[⍵]←1 ⋄ ⍵}⍣(⍵>1))⍵}
x←cond 1
x←cond 2
⎕←b
outer←{loc←3⍴0 ⋄ inner←{loc[⍵]←⍵ ⋄ ⍵} ⋄ z←inner 2 ⋄ loc}
outer 0
⍝ ==
⍝ shows {
⍝ [](5)
⍝ [5](1,4,9,16,0)
⍝ [3](0,1,0)
⍝ [3](0,2,0)
⍝ }
