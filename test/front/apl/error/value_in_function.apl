f←{⍵+count}
f 3
