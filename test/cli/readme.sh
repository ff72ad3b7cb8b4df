# The commands in README.md do what it prints: below `$ command` stands its whole output; a command
# without any must succeed.
. test/cli/lib

newline='
'
# check COMMAND EXPECTED: runs it from the root, with the compiler under test.
check() {
  arguments="(README) $1"
  sh -c "$(printf '%s' "$1" | sed "s|build/ravel|'$RAVEL'|g")" </dev/null >"$work/out" 2>"$work/err"
  status=$?
  if [ -z "$2" ]; then
    expect_status 0
  elif [ "$(cat "$work/out" "$work/err")" = "$2" ]; then
    pass
  else
    fail "expected the output that the README shows"
  fi
}

command=
expected=
separator=
inside=false
while IFS= read -r line; do
  case $inside:$line in
    false:'```console') inside=true ;;
    true:'$ '* | true:'```')
      [ -z "$command" ] || check "$command" "$expected"
      command=
      expected=
      separator=
      case $line in
        '$ '*) command=${line#\$ } ;;
        *) inside=false ;;
      esac
      ;;
    true:*)
      expected=$expected$separator$line
      separator=$newline
      ;;
    *) ;;
  esac
done <README.md

[ "$passed" -gt 0 ] || { echo "README.md has no commands"; failed=1; }
summary
