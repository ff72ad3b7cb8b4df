# APL programs: what they show, files, failures and entry points; interpreted and compiled.
. test/cli/lib

printf '1,2 3\n-4 ¯5\n12345678901234\n' >"$work/ints.txt"
printf '1.5, -2e3\n.25 1E-2 ¯3.75e¯1\n 100 0.1 123456.789' >"$work/doubles.txt"
printf 'héllo\n⍵' >"$work/text.txt"
cat >"$work/files.apl" <<'END'
⎕←⎕ReadIntVecFile 'ints.txt'
⎕←ReadCSVDouble 'doubles.txt'
⎕←⎕ReadFile 'text.txt'
t←now 0
x←({⎕←⍵ ⋄ ⍵+1}⍣2)1
(now 0)≥t
END
shown='[6](1,2,3,-4,-5,12345678901234)
[8](1.5,-2000.0,0.25,0.01,-0.375,100.0,0.1,123456.789)
héllo\n⍵
[](1)
[](2)
[](1.0)'

ravel run --interpret files.apl
expect_status 0
expect_exactly out "$shown"
expect_empty err

ravel run --heap files.apl
expect_status 0
expect_exactly out "$shown"

ravel run --target=c files.apl
expect_status 0
expect_exactly out "$shown"
expect_empty err

# What is shown before a failure is shown.
cat >"$work/missing.apl" <<'END'
⎕←'before'
⎕ReadFile 'no.txt'
END
ravel run --interpret missing.apl
expect_status 4
expect_exactly out 'before'
expect err 'no.txt: No such file or directory'

ravel run --target=c missing.apl
expect_status 4
expect_exactly out 'before'
expect err 'no.txt: No such file or directory'

echo "⎕ReadIntVecFile 'doubles.txt'" >"$work/wrong.apl"
ravel run --interpret wrong.apl
expect_status 4
expect err 'DOMAIN ERROR: the file has no int at character 1'

# An entry point takes its arguments from standard input.
cat >"$work/entry.apl" <<'END'
scale←3
mul←{ ⍝: int → <int>n → <int>n
  scale×⍺×⍵
}
⎕←'not shown'
END
input "2 [1i64,2i64]"
ravel run --interpret -e mul entry.apl
expect_status 0
expect_exactly out '[6i64, 12i64]'

echo "⍎'1+2'" >"$work/execute.apl"
ravel check execute.apl
expect_status 3

summary
