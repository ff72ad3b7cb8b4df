⍝ Ciphers: Caesar, Vigenère, and the order of letters.
⍝ ==
⍝ shows {
⍝ KHOOR ZRUOG
⍝ HELLO WORLD
⍝ LXFOPVEFRNHR
⍝ ATTACKATDAWN
⍝ ATTACK
⍝ NGGNPX
⍝ DRAZIW
⍝ CFIADGJBEH
⍝ [3](1,0,1)
⍝ [](1)
⍝ [](1)
⍝ [](0)
⍝ [](0.0)
⍝ }

abc←⎕A
shift←{k←⍺ ⋄ i←abc⍳⍵ ⋄ in←i≤26 ⋄ (abc,' ')[(in×1+26|i+k-1)+27×~in]}
⎕←3 shift 'HELLO WORLD'
⎕←¯3 shift 3 shift 'HELLO WORLD'
vig←{k←(≢⍵)⍴¯1+abc⍳⍺ ⋄ abc[1+26|k+¯1+abc⍳⍵]}
⎕←'LEMON' vig 'ATTACKATDAWN'
unvig←{k←(≢⍵)⍴¯1+abc⍳⍺ ⋄ abc[1+26|(¯1+abc⍳⍵)-k]}
⎕←'LEMON' unvig 'LEMON' vig 'ATTACKATDAWN'
rot13←13∘shift
⎕←rot13 rot13 'ATTACK'
⎕←rot13 'ATTACK'
atbash←{(⌽abc)[abc⍳⍵]}
⎕←atbash 'WIZARD'
rail←{n←≢⍵ ⋄ ⍵[⍋⍺|⍳n]}
⎕←3 rail 'ABCDEFGHIJ'
pal←{⍵≡⌽⍵}
⎕←pal¨'LEVEL' 'HOUSE' 'NOON'
anagram←{(⍺[⍋⍺])≡⍵[⍋⍵]}
⎕←'LISTEN' anagram 'SILENT'
⎕←'LISTEN' anagram 'TINSEL'
⎕←'ABC' anagram 'ABD'
0
