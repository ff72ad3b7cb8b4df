⍝ Palindromes, vowels and capital letters.
pal←{⍵≡⌽⍵}
⎕←pal 'racecar'
⎕←pal 'apl'
⎕←+/'programming language'∊'aeiou'
upper←{(⎕A,⍵)[('abcdefghijklmnopqrstuvwxyz',⍵)⍳⍵]}
upper 'hello, World'
⍝ ==
⍝ shows {
⍝ [](1)
⍝ [](0)
⍝ [](7)
⍝ HELLO, WORLD
⍝ }
