⍝ Searching for items.
⎕←'fig' 'kiwi' 'fig'⍳⊂'kiwi'
⎕←'fig' 'kiwi' 'fig'⍳'kiwi' 'plum' 'fig'
⎕←'fig' 'kiwi'∊'kiwi' 'plum'
⎕←(⊂'fig')∊'kiwi' 'fig'
⎕←∪'fig' 'kiwi' 'fig'
⎕←'fig' 'kiwi' 'plum'~⊂'kiwi'
⎕←'fig' 'kiwi'∩'kiwi' 'plum'
⎕←'fig' 'kiwi'∪'kiwi' 'plum'
⎕←(⍳¨1 2)≡⍳¨1 2
⎕←(⍳¨1 2)≡⍳¨2 1
⎕←('ab' 'c')≡'ab' 'c'
⎕←(⍳¨1 2)≢⍳¨1 2 3
⎕←'ab' 'cd'≡¨⊂'ab'
⎕←+/2 2⍴⍳¨4⍴2
≢∪⍳¨3 1 3
⍝ ==
⍝ shows {
⍝ [](2)
⍝ [3](2,4,1)
⍝ [2](0,1)
⍝ [](1)
⍝ fig
⍝ kiwi
⍝ fig
⍝ plum
⍝ kiwi
⍝ fig
⍝ kiwi
⍝ plum
⍝ [](1)
⍝ [](0)
⍝ [](1)
⍝ [](1)
⍝ [2](1,0)
⍝ [2](2,4)
⍝ [2](2,4)
⍝ [](2.0)
⍝ }
