:While 1
⎕←1
:EndWhile
