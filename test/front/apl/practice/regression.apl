⍝ A line through points, by sums and by ⌹.
⍝ ==
⍝ shows {
⍝ 0.220000 1.960000
⍝ 0.220000 1.960000
⍝ 0.0200 -0.0400 0.1000 -0.1600 0.0800
⍝ 0.998856
⍝ 0.0000 0.0000 1.0000
⍝ [2](36,49)
⍝ [](0.0)
⍝ }

x←1 2 3 4 5
y←2.2 4.1 6.2 7.9 10.1
n←≢x
slope←((n×x+.×y)-(+/x)×+/y)÷(n×x+.×x)-(+/x)*2
icept←((+/y)-slope×+/x)÷n
⎕←6⍕icept slope
⎕←6⍕y⌹1,[1.5]x
fit←icept+slope×x
res←y-fit
⎕←4⍕res
sst←+/(y-(+/y)÷n)*2
⎕←6⍕1-(res+.×res)÷sst
poly←{⍵∘.*0,⍳⍺}
c←(1 4 9 16 25)⌹2 poly x
⎕←4⍕c
⎕←⌊0.5+(2 poly 6 7)+.×c
0
