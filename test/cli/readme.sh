# The commands in README.md, and in guides, do what is printed there: below `$ command` stands its whole
# output; a command without any must succeed.
. test/cli/lib

newline='
'
# check COMMAND EXPECTED: runs it from the root, with the compiler under test.
check() {
  arguments="($file) $1"
  sh -c "$(printf '%s' "$1" | sed "s|build/ravel|'$RAVEL'|g")" </dev/null >"$work/out" 2>"$work/err"
  status=$?
  if [ -z "$2" ]; then
    expect_status 0
  elif [ "$(cat "$work/out" "$work/err")" = "$2" ]; then
    pass
  else
    fail "expected the output that $file shows"
  fi
}

# run_commands FILE
run_commands() {
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
  done <"$1"
}

for file in README.md doc/languages/apl_guide.md; do
  before=$passed
  run_commands "$file"
  [ "$passed" -gt "$before" ] || { echo "$file has no commands"; failed=$((failed + 1)); }
done
summary
