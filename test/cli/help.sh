# Help, version, and the ways to use ravel wrongly.
. test/cli/lib

ravel --version
expect_status 0
expect out "ravel "
expect_empty err

ravel --version extra
expect_status 2
expect_empty out
expect err "error[E0007]: ravel --version does not know what to do with extra"

ravel
expect_status 2
expect_empty out
expect err "Usage: ravel COMMAND"

ravel --help
expect_status 0
expect_empty err
for command in check run opt dump test passes explain help; do
  expect out "  $command "
done
ravel -h
expect_status 0

for command in check run opt dump test passes explain help; do
  ravel "$command" --help
  expect_status 0
  expect out "Usage: ravel $command"
  expect out "--error-limit=N"
  expect_empty err
  ravel help "$command"
  expect_status 0
  expect out "Usage: ravel $command"
done

# Help wins over what is wrong beside it, wherever it stands.
ravel check --nonsense --help
expect_status 0
ravel run -h
expect_status 0

ravel help chek
expect_status 2
expect err "error[E0003]: unknown sub-command chek"

ravel chek
expect_status 2
expect err "error[E0003]: unknown sub-command chek"
expect err "did you mean check?"
expect_empty out

ravel zzzzzzzz
expect_status 2
expect err "ravel --help lists the sub-commands"

ravel --json check x.core
expect_status 2
expect err "options come after the sub-command"

ravel check
expect_status 2
expect err "error[E0007]: ravel check needs FILE or FOLDER..."

ravel dump a.core b.core
expect_status 2
expect err "error[E0007]"
expect err "b.core"

ravel check --colour=never x.core
expect_status 2
expect err "error[E0005]: unknown option --colour for ravel check"
expect err "did you mean --color?"

ravel check --color=red x.core
expect_status 2
expect err "error[E0006]: --color needs one of auto|always|never, not 'red'"

ravel check x.core --color
expect_status 2
expect err "error[E0006]: --color needs a value"

ravel check --json=yes x.core
expect_status 2
expect err "error[E0006]: --json takes no value"

ravel check --error-limit=-1 x.core
expect_status 2
expect err "error[E0006]: --error-limit needs a whole number that is not negative, not '-1'"

ravel check --error-limit=99999999999999999999 x.core
expect_status 2

ravel check -x
expect_status 2
expect err "unknown option -x"

# Behind -- nothing is an option.
ravel check -- --json
expect_status 2
expect err "error[E0008]"

# The options hold for the messages about the others, also when they stand behind them.
ravel check --nonsense --json
expect_status 2
expect err '"code":"E0005"'

ravel check --nonsense --color=always
expect_status 2
if grep -q "$(printf '\033')" "$work/err"; then pass; else fail "expected colours"; fi

ravel check notes.txt
expect_status 2
expect err "error[E0008]: the extension of notes.txt does not tell its language"
expect err ".core"

ravel check -
expect_status 2
expect err "error[E0008]: standard input does not tell its language"
expect err "hint: give --language=core"

ravel test --compiler -j 0 .
expect_status 2
expect err "error[E0006]: -j needs a whole number, at least 1, not '0'"

ravel check --language=algol x.core
expect_status 2
expect err "error[E0008]: unknown language algol"

ravel check missing.core
expect_status 1
expect err "error[E0001]"

ravel test --compiler --target=abacus .
expect_status 2
expect err "unknown target abacus"

ravel test --compiler .
expect_status 2
expect err "error[E0013]"

summary
