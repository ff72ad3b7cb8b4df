résumé←⍳3 ⋄ 名←résumé
