# The commands in README.md, and in guides, do what is printed there: below `$ command` stands its whole
# output, or, where that has `…`, excerpts of it in order; a command without any must succeed. Guides make files of
# their own, in blocks whose fence names them (```futhark mean.fut), and run `ravel` in the folder where these are.
. test/cli/lib

mkdir -p "$work/bin" "$work/guide"
ln -s "$RAVEL" "$work/bin/ravel"
ln -s "$folder/examples" "$work/guide/examples"
PYTHONPATH=$folder/python
export PYTHONPATH RAVEL
has_python=false
for python in ${PYTHON:-python3 /usr/bin/python3}; do
  if "$python" -c 'import numpy' 2>/dev/null; then
    has_python=true
    printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$python")" >"$work/bin/python3"
    chmod +x "$work/bin/python3"
    break
  fi
done

newline='
'
# is_excerpt EXPECTED: what stands between one `…` or line end and the next is in the output, in this order. Numbers of
# names do not count: each change of a pass renumbers them.
is_excerpt() {
  printf '%s\n' "$1" | sed 's/…/\n/g' | sed 's/\([a-z0-9]\)[._][0-9][0-9]*/\1/g; s/^ *//; s/ *$//' >"$work/pieces"
  sed 's/\([a-z0-9]\)[._][0-9][0-9]*/\1/g' "$work/out" >"$work/text"
  awk 'NR == FNR { if ($0 != "") pieces[++count] = $0; next }
    {
      rest = $0
      while (next_piece < count && (at = index(rest, pieces[next_piece + 1])) > 0) {
        rest = substr(rest, at + length(pieces[next_piece + 1]))
        next_piece++
      }
    }
    END {
      if (next_piece < count) print "not found: " pieces[next_piece + 1]
      exit next_piece < count
    }' "$work/pieces" "$work/text" >>"$work/err"
}

# check COMMAND EXPECTED: runs it from the root, or in the folder of guides, with the compiler under test.
check() {
  arguments="($file) $1"
  case $1 in python3*) $has_python || return 0 ;; *) ;; esac
  (cd "$place" && PATH=$work/bin:$PATH sh -c "$(printf '%s' "$1" | sed "s|build/ravel|'$RAVEL'|g")") \
    </dev/null >"$work/out" 2>"$work/err"
  status=$?
  is_cut=false
  case $2 in *…*) is_cut=true ;; *) ;; esac
  if [ -z "$2" ]; then
    expect_status 0
  elif $is_cut; then
    if [ "$status" -eq 0 ] && is_excerpt "$2"; then pass; else fail "expected the output that $file shows"; fi
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
      false:'```'[a-z]*' '[a-z]*)
        inside=file
        target=$work/guide/${line##* }
        : >"$target"
        ;;
      file:'```') inside=false ;;
      file:*) printf '%s\n' "$line" >>"$target" ;;
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

for file in README.md doc/inside.md doc/gpu.md doc/languages/apl_guide.md doc/tutorial.md doc/performance.md doc/from_*.md; do
  before=$passed
  place=$folder
  case $file in doc/tutorial.md | doc/performance.md | doc/from_*) place=$work/guide ;; *) ;; esac
  run_commands "$file"
  [ "$passed" -gt "$before" ] || { echo "$file has no commands"; failed=$((failed + 1)); }
done
summary
