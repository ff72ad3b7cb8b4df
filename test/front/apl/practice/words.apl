⍝ Counting and turning words of a text.
⍝ ==
⍝ shows {
⍝ [](11)
⍝ [11](3,5,5,3,5,4,3,4,3,3,3)
⍝ quick
⍝ [](5)
⍝ [11](1,0,0,0,0,0,1,0,0,1,0)
⍝ [](3)
⍝ quick
⍝ brown
⍝ jumps
⍝ ehtkciuqnworbxofspmujrevoehtyzalgodehtdne
⍝ the quick brown fox jumps over the lazy dog the end 
⍝ [](9)
⍝ [9](3,1,1,1,1,1,1,1,1)
⍝ the
⍝
⍝ the  
⍝ quick
⍝ brown
⍝
⍝ [2](4,12)
⍝ The
⍝ Quick
⍝ Brown
⍝ [5](1,5,1,4,2)
⍝ [26](1,1,1,2,5,1,1,3,1,1,1,1,1,2,4,1,1,2,1,3,2,1,1,1,1,1)
⍝ [](0.0)
⍝ }

text←'the quick brown fox jumps over the lazy dog the end'
words←(' '≠text)⊆text
⎕←≢words
⎕←≢¨words
⎕←⊃words[2]
⎕←⌈/≢¨words
⎕←(words≡¨⊂'the')
⎕←+/words≡¨⊂'the'
long←(4<≢¨words)/words
⎕←long
⎕←∊⌽¨words
⎕←∊(words),¨' '
u←∪words
⎕←≢u
c←{+/words≡¨⊂⍵}¨u
⎕←c
⎕←(c=⌈/c)/u
⎕←↑3↑words
⎕←words⍳'fox' 'cat'
cap←{(⎕UCS(⎕UCS 1↑⍵)-32),1↓⍵}
⎕←cap¨3↑words
⎕←+/'aeiou'∘.=text
⎕←26⍴{+/⍵=text}¨⎕UCS 96+⍳26
0
