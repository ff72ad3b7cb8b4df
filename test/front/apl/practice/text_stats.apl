⍝ Letters, vowels, lengths, and a histogram of a text.
⍝ ==
⍝ shows {
⍝ [](39)
⍝ [](t)
⍝ tse
⍝ [3](8,6,5)
⍝ eist
⍝ [](12)
⍝ it
⍝ was
⍝ the
⍝ best
⍝ of
⍝ times
⍝ worst
⍝ [7](2,2,2,1,2,2,1)
⍝ it
⍝ was
⍝ the
⍝ of
⍝ times
⍝ best
⍝ worst
⍝ [12](0,0,0,0,0,1,0,0,0,1,0,1)
⍝ times
⍝ worst
⍝ 39
⍝
⍝  1 0
⍝  2 4
⍝  3 4
⍝  4 1
⍝  5 3
⍝
⍝
⍝ ##
⍝ ##
⍝ ##
⍝ # 
⍝ ##
⍝ ##
⍝ # 
⍝
⍝
⍝ it 2   
⍝ was 2  
⍝ the 2  
⍝ best 1 
⍝ of 2   
⍝ times 2
⍝ worst 1
⍝
⍝ [7](1,1,1,1,1,2,1)
⍝ [](10)
⍝ [](1)
⍝ iwtbotiwtwot
⍝ iwtbotiwtwot
⍝ [5](2,3,4,1,2)
⍝ [](1)
⍝ [](0.0)
⍝ }

t←'it was the best of times, it was the worst of times'
letters←⎕UCS 96+⍳26
low←(t∊letters)/t
⎕←≢low
f←+/letters∘.=low
⎕←⊃letters[⊃⍒f]
⎕←letters[3↑⍒f]
⎕←f[3↑⍒f]
⎕←(f>3)/letters
w←(t∊letters)⊆t
⎕←≢w
⎕←∪w
n←+/(∪w)∘.≡w
⎕←n
⎕←(∪w)[⍒n]
⎕←(⌈/≢¨w)=≢¨w
⎕←{⍵/⍨(⌈/≢¨⍵)=≢¨⍵}∪w
⎕←⍕+/≢¨w
⎕←(⍪⍳5),⍪{+/⍵=≢¨w}¨⍳5
bar←{↑⍵⍴¨'#'}
⎕←bar n
⎕←↑(∪w),¨(⊂' '),¨⍕¨n
⎕←({+/⍵∊'aeiou'}¨∪w)
⎕←w⍳⊂'worst'
⎕←(⊂'best')∊w
⎕←∊(⊃¨w)
first←{⊃⍵}¨w
⎕←first
⎕←first{≢⍵}⌸first
⎕←(⌽¨w)≡⌽¨⌽⌽w
0
