⍝ Fields, reports, run lengths.
line←'12,7,30,5'
parts←(line≠',')⊆line
nums←{10⊥¯1+⎕D⍳⍵}¨parts
⎕←nums
⎕←+/nums
text←'a;bb;ccc'
f←(';'≠text)⊆text
⎕←≢¨f
⎕←⊃f[2]
⎕←↑f
⎕←1↓∊';',¨⌽f
fb←{0=15|⍵:'FizzBuzz' ⋄ 0=5|⍵:'Buzz' ⋄ 0=3|⍵:'Fizz' ⋄ ⍕⍵}
⎕←↑fb¨⍳15
names←'Ann' 'Robert' 'Bo'
pay←1200.5 800 15.25
⎕←(↑names),' ',8 2⍕⍪pay
⎕←'total ',8 2⍕+/pay
t←'banana'
u←∪t
c←+/u∘.=t
o←⍒c
⎕←u[o]
⎕←c[o]
⎕←(u[o]),' ',⍕c[o]
s←'the cat sat'
st←1,¯1↓s=' '
⎕←⎕UCS(⎕UCS s)-32×st
k←'KEY'
enc←{⎕A[1+26|(¯1+⎕A⍳⍵)+(≢⍵)⍴¯1+⎕A⍳⍺]}
dec←{⎕A[1+26|(¯1+⎕A⍳⍵)-(≢⍵)⍴¯1+⎕A⍳⍺]}
⎕←k enc 'HELLO'
⎕←k dec k enc 'HELLO'
codes←'.-' '-...' '-.-.' '-..' 
m←{⊃codes[⎕A⍳⍵]}
⎕←1↓∊' ',¨codes[⎕A⍳'CAB']
s←'aaabbc'
b←1,2≠/s
⎕←∊(b/s),¨⍕¨≢¨b⊂s
un←{⍺/⍵}
⎕←3 2 1 un 'abc'
h←'n' 'sq' 
⎕←(⍳4),[1.5](⍳4)*2
⎕←(⍳4),⍪(⍳4)×⍳4
⎕←(⍪⍳3),(⍪⍳3)*0.5
⍝ ==
⍝ shows {
⍝ [4](12,7,30,5)
⍝ [](54)
⍝ [3](1,2,3)
⍝ bb
⍝
⍝ a  
⍝ bb 
⍝ ccc
⍝
⍝ ccc;bb;a
⍝
⍝ 1       
⍝ 2       
⍝ Fizz    
⍝ 4       
⍝ Buzz    
⍝ Fizz    
⍝ 7       
⍝ 8       
⍝ Fizz    
⍝ Buzz    
⍝ 11      
⍝ Fizz    
⍝ 13      
⍝ 14      
⍝ FizzBuzz
⍝
⍝
⍝ Ann     1200.50
⍝ Robert   800.00
⍝ Bo        15.25
⍝
⍝ total  2015.75
⍝ anb
⍝ [3](3,2,1)
⍝ anb 3 2 1
⍝ The Cat Sat
⍝ RIJVS
⍝ HELLO
⍝ -.-. .- -...
⍝ a3b2c1
⍝ aaabbc
⍝
⍝   1.0  1.0
⍝   2.0  4.0
⍝   3.0  9.0
⍝   4.0 16.0
⍝
⍝
⍝   1  1
⍝   2  4
⍝   3  9
⍝   4 16
⍝
⍝
⍝            1.0           1.0
⍝            2.0 1.41421356237
⍝            3.0 1.73205080757
⍝
⍝
⍝            1.0           1.0
⍝            2.0 1.41421356237
⍝            3.0 1.73205080757
⍝
⍝ }
