# NESL and the world outside: files, streams and what is printed, on every target alike.
. test/cli/lib

targets="c multicore"
if [ -e /usr/include/CL/cl.h ] && ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
  targets="$targets opencl"
fi

# same NAME STATUS: the program NAME.nesl prints what is in NAME.shown, and fails as it should, in
# the interpreters and compiled.
same() {
  for way in --interpret --heap; do
    rm -f "$work"/made*
    ravel run $way "$1.nesl"
    expect_status "$2"
    cmp -s "$work/out" "$work/$1.shown" && pass || fail "$1 shows something else by $way"
  done
  for target in $targets; do
    rm -f "$work"/made*
    ravel "$target" "$1.nesl" -o "$1.exe"
    expect_status 0
    arguments="./$1.exe ($target)"
    (cd "$work" && "./$1.exe" <in >out 2>err)
    status=$?
    expect_status "$2"
    cmp -s "$work/out" "$work/$1.shown" && pass || fail "$1 shows something else by $target"
  done
}

printf 'one\ntwo words\nlast' >"$work/in"

cat >"$work/all.nesl" <<'END'
write_string_to_file("1 2\n 44", "made1");
append_string_to_file(" 5\n", "made1");
read_string_from_file("made1");
read_int_seq_from_file("made1");
write_object_to_file([(1, "a,\"b]", 2.5), (2, "", -1.0)], "made2");
read_object_from_file([(0, "", 0.0)], "made2");
END
cat >"$work/all.shown" <<'END'
it = T : bool
it = T : bool
it = "1 2\n 44 5\n" : [char]
it = [1, 2, 44, 5] : [int]
it = T : bool
it = [(1, "a,\"b]", 2.5), (2, "", -1.0)] : [(int, [char], float)]
END
same all 0
echo 'read_string_from_file("no such file");' >>"$work/all.nesl"
same all 4
expect err "no such file: No such file or directory"
printf '[1, 2' >"$work/cut"
printf 'read_object_from_file([0], "cut");\n' >"$work/cut.nesl"
: >"$work/cut.shown"
same cut 4
expect err "cut: what was read is no value of this type"
printf '1 2 x3\n' >"$work/words"
printf 'read_int_seq_from_file("words");\n' >"$work/words.nesl"
: >"$work/words.shown"
same words 4
expect err "words: what was read is no sequence of integers"
printf 'read_float_seq_from_file("words");\n' >"$work/words.nesl"
same words 4
expect err "words: what was read is no sequence of numbers"

# What is written is read as the same value; a function is written, but not read.
cat >"$work/exact.nesl" <<'END'
v = [(1.0 / 3.0, `\\), (0.1 + 0.2, `a), (-1.0 / 0.0, `,), (123456789012345680.0, `\n)];
write_object_to_file(v, "made");
eql(read_object_from_file([(0.0, ` )], "made"), v);
write_object_to_file([sin], "made");
#read_object_from_file([cos], "made");
END
cat >"$work/exact.shown" <<'END'
v = [(0.3333333333333333, `\), (0.30000000000000004, `a), (-inf, `,), (1.2345678901234568e17, `\n)] : [(float, char)]
it = T : bool
it = T : bool
it = T : bool
END
same exact 4
expect err "made: what was read is no value of this type"

# Strings of any characters, and each character, are read back; `exp_string` writes them the same.
cat >"$work/strings.nesl" <<'END'
function strings(n) = take(["`", "``", "a`", "\\`", "`\"", "\"`",
  "\\", "%", "%%", "", "ann0~\0", "0t#&",
  "\nn,\t", "a#\"", "[n#&#\r&", "0\\\"", "\0 &", "n(n",
  "\00 #,t`", "\\n#%]a\\%", " 0,`\\", "\n[\n,[\\`"], n);
function characters(n) = {(code_char(i), [code_char(i), code_char(i)]) : i in [0:n]};
write_object_to_file(strings(22), "made");
eql(read_object_from_file([""], "made"), strings(22));
eql(read_string_from_file("made"), exp_string(strings(22)) ++ "\n");
write_object_to_file(characters(256), "made");
eql(read_object_from_file([(`a, "")], "made"), characters(256));
write_object_to_file((1, [[] float, [2.5, -0.0]], t, ([] (int, [char]), "")), "made");
read_object_from_file((0, [[0.0]], f, ([(0, "")], "")), "made");
END
cat >"$work/strings.shown" <<'END'
strings = fn : int -> [[char]]
characters = fn : int -> [(char, [char])]
it = T : bool
it = T : bool
it = T : bool
it = T : bool
it = T : bool
it = T : bool
it = (1, [[], [2.5, -0.0]], T, [], "") : (int, [[float]], bool, [(int, [char])], [char])
END
same strings 0
for call in 'write_string_to_file("x", "")' 'read_string_from_file("")' 'append_string_to_file("x", "")'; do
  echo "$call;" >"$work/nameless.nesl"
  ravel run --interpret nameless.nesl
  expect_status 4
  expect err "the name of the file is empty"
done
printf 'let (_, is_good, why) = open_out_file("") in (is_good, why);\n' >"$work/nameless.nesl"
printf 'it = (F, "the name of the file is empty") : (bool, [char])\n' >"$work/nameless.shown"
same nameless 0

# Datatypes are written with their names, and read by them.
cat >"$work/datatypes.nesl" <<'END'
datatype meters(float);
datatype name([char]);
datatype both(meters, name, int);
write_object_to_file([both(meters(1.5), name("a(b"), 3)], "made");
read_object_from_file([both(meters(0.0), name(""), 0)], "made");
write_object_to_file((meters(2.5), [(`x, "", -1.0), (` , "]", 2.0)]), "made");
read_object_from_file((meters(0.0), [(`a, "", 0.0)]), "made");
read_string_from_file("made");
read_object_from_file((name(""), [(`a, "", 0.0)]), "made");
END
cat >"$work/datatypes.shown" <<'END'
meters = fn : float -> meters
name = fn : [char] -> name
both = fn : (meters, name, int) -> both
it = T : bool
it = [both(meters(1.5), name("a(b"), 3)] : [both]
it = T : bool
it = (meters(2.5), [(`x, "", -1.0), (` , "]", 2.0)]) : (meters, [(char, [char], float)])
it = "(meters(2.5), [(`x, \"\", -1.0), (` , \"]\", 2.0)])\n" : [char]
END
same datatypes 4
expect err "made: what was read is no value of this type"

# A file may load others, which may load it.
mkdir -p "$work/parts"
printf 'load "parts/lib";\nlib(seven);\nexit;\n1 / 0;\n' >"$work/loads.nesl"
printf 'load "more.nesl"; load "more";\nfunction lib(x) = x + 100;\nload "../loads";\n' >"$work/parts/lib.nesl"
printf 'seven = 7\n' >"$work/parts/more.nesl"
printf 'seven = 7 : int\nlib = fn : int -> int\nit = 107 : int\n' >"$work/loads.shown"
same loads 0

cat >"$work/streams.nesl" <<'END'
let s = open_check(open_out_file("made"));
    a = write_check(write_string("one line\nand", s));
    b = write_check(write_char(`!, s));
    (t1, u1, why) = open_in_file("made")
in (u1, close_check(close_file(s)));
let s = open_check(open_in_file("made"));
    ((line, end1), ok1, why1) = read_line(s);
    ((word, end2), ok2, why2) = read_word(s);
    (c, ok3, why3) = read_char(s)
in (line, end1, word, end2, ok3, why3, close_file(s));
let ((a, e), x) = read_line(stdin); ((b, f), y) = read_word(stdin); ((c, k), z) = read_string("s", 2, stdin)
in (a, b, c, k);
open_in_file("nowhere/at all");
close_file(stream(99));
END
cat >"$work/streams.shown" <<'END'
it = (F, T) : (bool, bool)
it = ("one line", F, "and!", T, F, "end of file", T, "") : ([char], bool, [char], bool, bool, [char], bool, [char])
it = ("one", "two", "wo", 2) : ([char], [char], [char], int)
it = (stream(-1), F, "nowhere/at all: No such file or directory") : (stream, bool, [char])
it = (F, "Bad file descriptor") : (bool, [char])
END
same streams 0

# What was not closed has no name, and nothing is left beside it.
printf 'let s = open_check(open_out_file("made")) in write_string("x", s);\n' >"$work/open.nesl"
printf 'it = (T, "") : (bool, [char])\n' >"$work/open.shown"
same open 0
[ -z "$(ls "$work"/made* 2>/dev/null)" ] && pass || fail "an open file was left behind"

# A disk that is full, and an environment.
if [ -e /dev/full ]; then
  printf 'print_line("a");\n' >"$work/full.nesl"
  arguments="run full.nesl"
  (cd "$work" && "$RAVEL" run --interpret full.nesl >/dev/full 2>err)
  [ $? -ne 0 ] && pass || fail "a full disk goes unnoticed"
  printf 'write_string_to_file("x", "/dev/full");\n' >"$work/full2.nesl"
  : >"$work/full2.shown"
  same full2 4
fi
printf 'get_environment_variable("RAVEL_TEST_VARIABLE");\n' >"$work/variable.nesl"
printf 'it = "seven" : [char]\n' >"$work/variable.shown"
RAVEL_TEST_VARIABLE=seven
export RAVEL_TEST_VARIABLE
same variable 0
summary
