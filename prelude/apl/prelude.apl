⍝ What every program can use, and may define anew.

⍝ Bits of numbers of 32 bits.
xor←⎕INT32XOR
and←⎕INT32AND
sll←⎕INT32SHL
srl←⎕INT32SHR
⍝ Is bit ⍵ of ⍺ set? Bits count from 0.
testBit←{0≠⍺ and 1 sll ⍵}

⍝ Files of numbers; milliseconds, and how long a function takes.
ReadCSVInt←⎕ReadIntVecFile
ReadCSVDouble←⎕ReadDoubleVecFile
now←⎕NOW
bench←⎕BENCH
