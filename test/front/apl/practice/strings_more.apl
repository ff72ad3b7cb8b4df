⍝ Texts: ciphers, words, trimming, numerals.
rot←{i←⎕A⍳⍵ ⋄ (⎕A,⍵)[(i>26)×26+⍳≢⍵]}
rot13←{i←⎕A⍳⍵ ⋄ k←i≤26 ⋄ r←⍵ ⋄ r[⍸k]←⎕A[1+26|12+k/i] ⋄ r}
⎕←rot13 'HELLO, WORLD'
⎕←rot13 rot13 'HELLO, WORLD'
s←'the quick brown fox jumps'
w←(s≠' ')⊆s
⎕←≢w
⎕←≢¨w
⎕←⌽⊃w
⎕←↑w
⎕←⊃,/⌽¨w
⎕←w[⍋≢¨w]
w←'one' 'two' 'three'
⎕←1↓∊'-',¨w
⎕←∊w,¨'/'
⎕←⊃{⍺,', ',⍵}/w
enc←{⎕A[1+26|⍺+¯1+⎕A⍳⍵]}
⎕←3 enc 'ATTACK'
⎕←¯3 enc 3 enc 'ATTACK'
ana←{(⍺[⍋⍺])≡⍵[⍋⍵]}
⎕←'listen' ana 'silent'
⎕←'listen' ana 'tinsel'
⎕←'abc' ana 'abd'
⎕←'abc' ana 'abcd'
⎕←+/'programming language'∊'aeiou'
⎕←'programming language'~'aeiou'
⎕←('x'=t)/⍳⍴t←'xaxbx'
trim←{(∨\' '≠⍵)/⍵}
rtrim←{⌽trim⌽⍵}
⎕←'<',(trim '  hi there  '),'>'
⎕←'<',(rtrim trim '  hi there  '),'>'
squeeze←{(~'  '⍷⍵)/⍵}
⎕←squeeze 'a   b  c'
val←{1 5 10 50 100 500 1000['IVXLCDM'⍳⍵]}
un←{v←val ⍵ ⋄ +/v×1-2×v<1↓v,0}
⎕←un 'MCMXCIV'
⎕←un 'XLII'
⎕←un¨'IV' 'IX' 'XX'
⎕←'01'[1+2 2 2 2⊤11]
⎕←2⊥'1011'='1'
⎕←⍕16
hex←{'0123456789ABCDEF'[1+(⍺⍴16)⊤⍵]}
⎕←4 hex 48879
⎕←16⊥¯1+'0123456789ABCDEF'⍳'BEEF'
⍝ ==
⍝ shows {
⍝ URYYB, JBEYQ
⍝ HELLO, WORLD
⍝ [](5)
⍝ [5](3,5,5,3,5)
⍝ eht
⍝
⍝ the  
⍝ quick
⍝ brown
⍝ fox  
⍝ jumps
⍝
⍝ ehtkciuqnworbxofspmuj
⍝ the
⍝ fox
⍝ quick
⍝ brown
⍝ jumps
⍝ one-two-three
⍝ one/two/three/
⍝ one, two, three
⍝ DWWDFN
⍝ ATTACK
⍝ [](1)
⍝ [](1)
⍝ [](0)
⍝ [](0)
⍝ [](7)
⍝ prgrmmng lngg
⍝ [3](1,3,5)
⍝ <hi there  >
⍝ <hi there>
⍝ a b c
⍝ [](1994)
⍝ [](42)
⍝ [3](4,9,20)
⍝ 1011
⍝ [](11)
⍝ 16
⍝ BEEF
⍝ [](48879)
⍝ [](48879.0)
⍝ }
