⍝ A cipher.
alphabet←⎕A
caesar←{alphabet[1+26|⍺+¯1+alphabet⍳⍵]}
⎕←3 caesar 'HELLO'
¯3 caesar 3 caesar 'HELLO'
⍝ ==
⍝ shows {
⍝ KHOOR
⍝ HELLO
⍝ }
