⍝ A character and a number are not elements of one array.
{⍺,≢⍵}⌸'banana'
