⍝ How often words occur.
t←'the cat and the dog and the bird'
w←' '(≠⊆⊢)t
⎕←≢w
u←∪w
⎕←u
{+/w≡¨⊂⍵}¨u
⍝ ==
⍝ shows {
⍝ [](8)
⍝ the
⍝ cat
⍝ and
⍝ dog
⍝ bird
⍝ [5](3,1,2,1,1)
⍝ }
