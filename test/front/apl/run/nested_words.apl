⍝ Texts of several words.
words←'apple' 'fig' 'kiwi'
⎕←⍴words
⎕←≢words
⎕←⌽words
⎕←words[3 1]
⎕←(3<≢¨words)/words
⎕←words[⍋≢¨words]
⎕←'kiwi' 'fig' 'apple'[⍋'kiwi' 'fig' 'apple']
⎕←↑words
⎕←⊃words[2]
i←1+≢2↑words
⎕←i⊃words
⎕←⌽¨words
⎕←⊃,/words
⎕←{⍺,' ',⍵}/words
⎕←2↑words
⎕←1↓words
⎕←' '(≠⊆⊢)'the quick brown fox'
⎕←≢¨' '(≠⊆⊢)'the quick brown fox'
⎕←⌽¨' '(≠⊆⊢)'ab cde'
⎕←1⌽words
⎕←words,⊂'plum'
⎕←⊃¨words
⎕←{⍵,'!'}¨words
∊words
⍝ ==
⍝ shows {
⍝ [1](3)
⍝ [](3)
⍝ kiwi
⍝ fig
⍝ apple
⍝ kiwi
⍝ apple
⍝ apple
⍝ kiwi
⍝ fig
⍝ kiwi
⍝ apple
⍝ kiwi
⍝ fig
⍝ ppa
⍝
⍝ apple
⍝ fig  
⍝ kiwi 
⍝
⍝ fig
⍝ kiwi
⍝ elppa
⍝ gif
⍝ iwik
⍝ applefigkiwi
⍝ apple fig kiwi
⍝ apple
⍝ fig
⍝ fig
⍝ kiwi
⍝ the
⍝ quick
⍝ brown
⍝ fox
⍝ [4](3,5,5,3)
⍝ ba
⍝ edc
⍝ fig
⍝ kiwi
⍝ apple
⍝ apple
⍝ fig
⍝ kiwi
⍝ plum
⍝ afk
⍝ apple!
⍝ fig!
⍝ kiwi!
⍝ applefigkiwi
⍝ }
