# ravel check, opt, dump and passes.
. test/cli/lib

cp examples/normalise.core examples/perfect.core "$work"
printf 'entry main () -> () = { in (zzz) }\n' >"$work/wrong.core"
printf 'entry main \303( () -> () = { in () }\n' >"$work/latin.core"

ravel check normalise.core perfect.core
expect_status 0
expect_empty out
expect_empty err

ravel check normalise.core wrong.core
expect_status 1
expect err "wrong.core:1:"
expect err "zzz"

ravel check --json wrong.core
expect_status 1
expect err '"severity":"error"'
expect err '"line":1'

ravel check latin.core
expect_status 1
expect err "error[E0002]"

# A byte order mark is not part of the program, nor of its columns.
printf '\357\273\277entry main () -> () = { in (zzz) }\n' >"$work/marked.core"
ravel check marked.core
expect_status 1
expect err "error[E0109]"
expect err "marked.core:1:29"
printf '\357\273\277' >"$work/marked.core"
ravel check marked.core
expect_status 0

cp "$work/normalise.core" "$work/in"
ravel check --language=core -
expect_status 0
rm "$work/in"

# Printing is a fixed point.
ravel dump --after=parse normalise.core
expect_status 0
expect out "entry main"
cp "$work/out" "$work/again.core"
ravel dump --after=parse again.core
if cmp -s "$work/out" "$work/again.core"; then pass; else fail "expected the same text"; fi

ravel dump normalise.core
expect_status 0
cp "$work/out" "$work/dumped"
ravel opt normalise.core -o written.core
expect_status 0
expect_empty out
if cmp -s "$work/dumped" "$work/written.core"; then pass; else fail "opt and dump differ"; fi

ravel dump --after=inline perfect.core
expect_status 0
ravel dump --after=simplify.2 perfect.core
expect_status 0
ravel dump --after=nonsense perfect.core
expect_status 2
expect err "error[E0009]"

ravel opt normalise.core --pass=simplfy
expect_status 2
expect err "error[E0009]: unknown pass simplfy"
expect err "did you mean simplify?"
expect_empty out

ravel opt normalise.core --skip=simplify,inline --skip hoist
expect_status 0
ravel opt normalise.core --skip=flatten
expect_status 0
expect err "warning[W0005]: flatten does not run in this pipeline"
expect err "hint: ravel passes lists the passes; --to=flat and --to=mem go further"
ravel opt normalise.core --to=mem --skip=flatten
expect_status 0
expect_empty err
ravel opt normalise.core --to=mem --skip=layout
expect_status 0
expect_exactly err "warning[W0005]: layout does not run in this pipeline"
ravel opt normalise.core --skip=simplify.6
expect_status 2
expect err "error[E0009]: unknown pass simplify.6"
expect err "hint: this pipeline has 5 runs of simplify; with --to=mem it is longer"
ravel opt normalise.core --to=mem --skip=simplify.6
expect_status 0
ravel opt normalise.core --to=mem --skip=simplify.60
expect_status 2
expect err "runs of simplify
"
ravel opt normalise.core --skip=nonsense
expect_status 2
ravel opt normalise.core --pass=simplify --stop-after=hoist
expect_status 2
expect err "error[E0010]"

ravel opt normalise.core --pass=simplify --skip=hoist
expect_status 2
expect err "error[E0006]: --skip leaves passes out of the default pipeline"
printf 'flat\nentry main () -> () = { in () }\n' >"$work/flat.flat"
ravel opt flat.flat --pass=inline
expect_status 2
expect err "error[E0010]: inline cannot run here: it works at level core, but the program is at level flat"

# The first run has a number too; parse stops before all.
ravel opt perfect.core --stop-after=simplify
cp "$work/out" "$work/first"
ravel opt perfect.core --stop-after=simplify.1
expect_status 0
if cmp -s "$work/out" "$work/first"; then pass; else fail "expected the first run of simplify"; fi
ravel opt perfect.core --skip=simplify.1 --dump-after=all
expect_status 0
expect err "-- after simplify.2"
ravel opt perfect.core --skip=simplify.9
expect_status 2
ravel dump --after=parse perfect.core
cp "$work/out" "$work/parsed"
ravel opt perfect.core --stop-after=parse
expect_status 0
if cmp -s "$work/out" "$work/parsed"; then pass; else fail "expected the program as parsed"; fi

ravel opt normalise.core --time-passes --verify
expect_status 0
expect err "simplify.2"
expect err "total"
ravel opt normalise.core --time-passes --json
expect_status 0
expect err '"pass":"simplify"'

ravel opt normalise.core --dump-after=all
expect err "-- after simplify"
expect err "-- after simplify.2"
ravel opt normalise.core --dump-after=hoist
expect_status 0
expect err "-- after hoist"
ravel opt normalise.core --dump-after=nonsense
expect_status 2

ravel opt
expect_status 2
expect err "error[E0007]"
ravel opt normalise.core -o no/such/folder/x.core
expect_status 2
expect err "error[E0004]"

ravel passes
expect_status 0
expect out "Default pipeline"
expect out "simplify.2"
cp "$work/out" "$work/listed"
ravel opt --list-passes
expect_status 0
if cmp -s "$work/out" "$work/listed"; then pass; else fail "expected the list of ravel passes"; fi

# A full disk is not silent.
if [ -e /dev/full ]; then
  (cd "$work" && "$RAVEL" dump normalise.core >/dev/full 2>err)
  status=$?
  : >"$work/out"
  expect_status 2
  expect err "error[E0004]: cannot write standard output"
fi

# What a pass does not support yet is no mistake in the program.
cp test/core/par_space_skip.core "$work"
ravel opt --pass=flat_to_mem par_space_skip.core
expect_status 3
expect err "error[U2001]"

summary
