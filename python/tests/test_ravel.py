"""Tests of the package: python3 -m unittest discover -s python/tests. Those for OpenCL need a device (PoCL is one)."""
import gc
import glob
import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
import unittest
import warnings

import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(FOLDER))
import ravel  # noqa: E402

# A shell that starts tests in the background has them ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

PROGRAM = os.path.join(FOLDER, "programs.fut")
HAS_OPENCL = os.path.exists("/usr/include/CL/cl.h") and bool(glob.glob("/etc/OpenCL/vendors/*.icd"))


class Case(unittest.TestCase):
    def fails(self, kind, text, function, *arguments, **names):
        with self.assertRaises(kind) as caught:
            function(*arguments, **names)
        self.assertIn(text, str(caught.exception))
        return caught.exception


class Calls(Case):
    @classmethod
    def setUpClass(cls):
        cls.m = ravel.compile(PROGRAM)

    def test_scalars(self):
        m = self.m
        self.assertEqual(m.divide(7, y=2), 3)
        self.assertEqual(m.divide(np.int32(7), np.int64(2)), 3)
        self.assertEqual(m.pair((3, True)), (True, 3))
        self.assertEqual(m.f16(1), 1.5)
        self.assertIs(type(m.divide(7, 2)), int)
        self.fails(TypeError, "divide: argument x: expected i32, given float 1.5", m.divide, 1.5, 2)
        self.fails(TypeError, "divide: argument y: expected i32, given bool True", m.divide, 1, True)
        self.fails(ValueError, "it must be from -2147483648 to 2147483647", m.divide, 1, 2 ** 31)
        self.fails(TypeError, "argument p.1: expected bool, given int 1", m.pair, (3, 1))
        self.fails(TypeError, "expected f16, given str 'x'", m.f16, "x")

    def test_arrays(self):
        m = self.m
        self.assertEqual(m.mean(np.arange(5.0)), 2.0)
        self.assertEqual(m.mean([1, 2, 3]), 2.0)
        self.assertEqual(m.mean(np.arange(10.0)[::2]), 4.0)
        np.testing.assert_array_equal(m.matrix(np.arange(6).reshape(2, 3)), np.arange(6).reshape(2, 3).T)
        np.testing.assert_array_equal(m.bools([True, False]), [False, True])
        self.assertEqual(m.bytes(np.array([250, 10], np.uint8)), 4)
        masked = np.ma.masked_array(np.arange(3.0), mask=[True, False, False])
        self.fails(TypeError, "elements of it are masked; x.filled(value)", m.mean, masked)
        self.assertEqual(m.mean(np.ma.masked_array(np.arange(3.0))), 1.0)
        self.fails(TypeError, "x.real has its real parts", m.mean, np.arange(3) * 1j)
        halves = m.halves(np.array([1.5], np.float16))
        self.assertEqual((halves.dtype, halves[0]), (np.float16, 3.0))
        self.assertEqual(m.matrix(np.zeros((0, 3), np.int64)).shape, (3, 0))
        self.assertEqual(m.mean(memoryview(np.arange(3.0))), 1.0)

    def test_wrong_arrays(self):
        m, xs = self.m, np.ones(3)
        self.fails(TypeError, "dot: argument xs: expected [n]f64, given an array of int64 with shape (3,)",
                   m.dot, np.arange(3), xs)
        self.fails(ValueError, "dot: argument xs: expected [n]f64, given an array of float64 with shape (2, 2)",
                   m.dot, np.ones((2, 2)), xs)
        self.fails(ValueError, "argument ys: expected [n]f64, given an array of float64 with shape (4,); n is 3, by "
                   "dimension 0 of xs", m.dot, xs, np.ones(4))
        self.fails(ValueError, "k is 3, by the argument k", m.first, 3, np.ones((2, 3), np.int32))
        self.fails(ValueError, "expected [k][3]i32", m.first, 2, np.ones((2, 4), np.int32))
        self.fails(TypeError, "dot: missing a required argument: 'ys'", m.dot, xs)
        self.fails(TypeError, "dot: too many positional arguments", m.dot, xs, xs, xs)
        self.fails(TypeError, "unexpected keyword argument 'zs'", m.dot, xs, xs, zs=xs)
        self.fails(TypeError, "unexpected keyword argument 'zs'; the parameters are xs, ys", m.dot, zs=xs)
        self.fails(ValueError, "given list [1, 2, 3]; n is 2, by dimension 0 of xs", m.dot, [1, 2], [1, 2, 3])
        self.fails(TypeError, "argument xs: expected [n]bool, given list [1, 2]", m.bools, [1, 2])
        self.fails(TypeError, "expected [n]f64, given float 1.5", m.mean, 1.5)
        self.fails(TypeError, "expected [n]f64, given str", m.mean, "abc")
        self.fails(TypeError, "expected [n]f64, given None", m.mean, None)
        self.fails(ValueError, "elements must be from 0 to 255", m.bytes, [256])
        self.fails(TypeError, "given an array of >f8", m.mean, np.ones(3, ">f8"))
        self.fails(TypeError, "given an array of complex128", m.mean, np.ones(3, complex))

    def test_no_copies(self):
        """The program gets NumPy's memory, and NumPy the program's; but nobody sees a change of another's."""
        m, xs = self.m, np.arange(4.0)
        result = m.matrix(np.arange(6).reshape(2, 3))
        self.assertIsInstance(result.base, object)
        self.assertFalse(result.flags.owndata)
        self.assertTrue(result.flags.writeable)
        same = m.identity(xs)
        same[0] = 7
        self.assertEqual(xs[0], 0)
        one, two = m.twice(xs)
        one[0] = 8
        self.assertEqual((xs[0], two[0]), (0, 0))
        constant = m.constant(True)
        constant[0] = 9
        self.assertEqual(m.constant(True)[0], 1)
        shape = m.polygon(xs)
        xs[0] = 100
        self.assertEqual(m.size(shape), 6.0)

    def test_results_outlive_everything(self):
        m = ravel.compile(PROGRAM)
        rows = [m.matrix(np.full((1, 3), i)) for i in range(100)]
        m.close()
        self.fails(ravel.Error, "the module is closed", m.mean, [1.0])
        del m
        gc.collect()
        self.assertEqual([int(row[2, 0]) for row in rows], list(range(100)))
        with ravel.compile(PROGRAM) as other:
            self.assertEqual(other.mean([1.0]), 1.0)
        self.fails(ravel.Error, "closed", other.mean, [1.0])

    def test_consumed(self):
        m, xs = self.m, np.arange(4.0)
        address = xs.ctypes.data
        ys = m.scale(2.0, xs)
        np.testing.assert_array_equal(ys, [0, 2, 4, 6])
        self.assertEqual(ys.ctypes.data, address)
        self.assertFalse(xs.flags.writeable)
        self.fails(ValueError, "mean: argument xs: the array was consumed by scale", m.mean, xs)
        zs = m.scale(2.0, ys)
        self.assertEqual(zs.ctypes.data, address)
        self.assertEqual(m.mean(zs), 6.0)
        zs[0] = 1.0
        # A copy is what the caller gives away, and what others can see is not written.
        whole = np.arange(8.0)
        m.scale(2.0, whole[2:4])
        np.testing.assert_array_equal(whole, np.arange(8.0))
        frozen = np.arange(4.0)
        frozen.flags.writeable = False
        m.scale(2.0, frozen)
        self.assertEqual(frozen[3], 3.0)
        self.fails(ValueError, "consumed by scale", m.mean, frozen)
        # What is consumed may not be given twice, and what others of the call can see is not written.
        both = np.arange(3.0)
        self.fails(ValueError, "reversed: argument ys: it is also given to xs, which consumes it", m.reversed, both, both)
        np.testing.assert_array_equal(m.reversed(both, both[:]), [2, 1, 0])
        np.testing.assert_array_equal(both, [0, 1, 2])
        # Marks go with the arrays.
        count = len(ravel._types.CONSUMED)
        for _ in range(50):
            m.scale(1.0, np.arange(4.0))
        gc.collect()
        self.assertLessEqual(len(ravel._types.CONSUMED), count + 1)

    def test_records(self):
        m = self.m
        p = m.middle({"x": 1, "y": 2}, {"x": 3, "y": 4})
        self.assertEqual((p.x, p.y), (2.0, 3.0))
        self.assertEqual(type(p).__name__, "point")
        self.assertEqual(m.middle(p, p), p)
        self.fails(TypeError, "a record is a dictionary, a named tuple or an object with its fields: x, y",
                   m.middle, (1, 2), p)
        self.fails(ValueError, "it lacks y", m.middle, {"x": 1}, p)
        self.fails(ValueError, "there is no field z", m.middle, {"x": 1, "y": 1, "z": 1}, p)
        self.fails(TypeError, "middle: argument p.x: expected f32, given str 'a'", m.middle, {"x": "a", "y": 1}, p)
        ps = m.points(3)
        np.testing.assert_array_equal(ps.x, [0, 1, 2])
        self.assertEqual(m.sum_x(ps), 3.0)
        self.assertEqual(m.sum_x([p, p]), 4.0)
        self.assertEqual(m.sum_x([]), 0.0)
        self.assertEqual(m.sum_x(np.array([(1, 2), (3, 4)], [("x", "f4"), ("y", "f4")])), 4.0)
        self.fails(ValueError, "sum_x: argument ps.y: expected []f32, given an array of float32 with shape (1,); "
                   "ps.x has shape (2,)", m.sum_x, {"x": np.ones(2, "f4"), "y": np.ones(1, "f4")})
        self.fails(ValueError, "ps.x has shape (1,)", m.sum_x, {"x": [1.0], "y": []})
        pen = m.pen({"tip": {"width": 1, "soft": True}, "colour": 3})
        self.assertEqual(repr(pen), "pen(colour=3, tip=record(soft=True, width=1.0))")
        self.assertEqual(m.pen(pen), pen)
        self.fails(ValueError, "it must have 2 parts", m.pair, (1, True, 3))

    def test_opaque(self):
        m = self.m
        shape = m.polygon(np.arange(3.0))
        self.assertEqual(repr(shape), "<ravel.Opaque shape>")
        self.assertEqual(shape.variant, "polygon")
        np.testing.assert_array_equal(shape.payload[0], [0, 1, 2])
        circle = m.types.shape.circle(2.5)
        self.assertEqual((circle.variant, circle.payload, m.size(circle)), ("circle", (2.5,), 2.5))
        self.assertEqual(m.types.shape.nothing().payload, ())
        self.assertEqual(m.size(m.restore("shape", bytes(shape))), 3.0)
        self.fails(ValueError, "the bytes are not those of a stored value", m.restore, "shape", b"nonsense")
        self.fails(ValueError, "the bytes are not those of a stored value", m.restore, "shape", bytes(shape)[:-1])
        marks = m.marks([0.0, 2.0, 3.0])
        self.assertEqual([mark.payload for mark in marks[1:]], [(2.0,), (3.0,)])
        self.assertEqual([mark.variant for mark in marks[::-2]], ["line", "dot"])
        self.assertEqual(marks[5:], [])
        self.fails(TypeError, "#circle: argument 0: expected f64",
                   m.types.shape.circle, "x")
        self.fails(TypeError, "size: argument s: expected shape, given int 3", m.size, 3)
        counter = m.new_counter(5)
        self.assertEqual(m.get_counter(counter), 5)
        self.fails(TypeError, "size: argument s: expected shape, given counter", m.size, counter)
        other = ravel.compile(PROGRAM)
        self.fails(ValueError, "it belongs to another module", other.size, circle)

    def test_failures(self):
        m = self.m
        error = self.fails(ravel.RunError, "Index [7] out of bounds for array of shape [2]", m.at, [1, 2], 7)
        self.assertIn("  xs[i]\n", str(error))
        self.assertIn("^^^^^", str(error))
        self.assertTrue(error.file.endswith("programs.fut"))
        with open(error.file, encoding="utf-8") as file:
            self.assertEqual(file.read().splitlines()[error.line - 1], "  xs[i]")
        self.assertEqual(error.message, "Index [7] out of bounds for array of shape [2].")
        self.assertEqual(pickle.loads(pickle.dumps(error)).line, error.line)
        self.assertIsInstance(error, RuntimeError)
        self.fails(ravel.RunError, "division by zero", m.divide, 1, 0)
        # Of this package, a traceback shows the call.
        self.assertLessEqual(len(traceback.extract_tb(error.__traceback__)), 3)
        text = ravel.compile("entry f (i: i64) = (iota 3)[i]\n")
        error = self.fails(ravel.RunError, "<string>:1:20-30: Index [7]", text.f, 7)
        self.assertEqual(error.file, "<string>")
        self.assertIn("1 | entry f", str(error))
        self.assertEqual(m.at([1, 2], 1), 2)
        self.fails(MemoryError, "", ravel.compile("entry f (n: i64) = iota n\n", target="c").f, 2 ** 50)
        failing = "def table = map (+ 1) (iota 4)\ndef bad = table[table[3]]\nentry f (x: i64) = x + bad\n"
        self.fails(ravel.RunError, "out of bounds", ravel.compile, failing)

    def test_signatures(self):
        m = self.m
        self.assertEqual(str(inspect.signature(m.dot)), "(xs: '[n]f64', ys: '[n]f64') -> 'f64'")
        self.assertIn("The mean of a vector.", m.mean.__doc__)
        self.assertIn("Consumes xs", m.scale.__doc__)
        self.assertIn("scale(factor: f64, xs: *[n]f64) -> *[]f64", repr(m.scale))
        self.assertEqual(m.primed(3, class_=2), 1)
        self.assertIn("dot", repr(m))
        self.assertEqual(m.entries["dot"], m.dot)
        self.assertIn("first(k: i64, xs: [k][3]i32)", m.first.__doc__)
        self.assertEqual((m.nothing(), m.nothing(()), m.given((), 4), m.given((), 4, ())), (3, 3, 4, 4))
        self.fails(TypeError, "missing a required argument: 'x'", m.given, ())

    def test_names(self):
        """Entry points and parameters may be called as what Python's objects have."""
        names = ["target", "types", "manifest", "entries", "_context", "close", "compiled", "x'", "x", "__init__"]
        text = "".join(f"entry {name} (self: i32) = self + {i}\n" for i, name in enumerate(names))
        m = ravel.compile(text)
        self.assertEqual([m.entries[name](self=1) for name in names], list(range(1, len(names) + 1)))
        self.assertEqual((m.target_(0), m.types_(0), m.manifest_(0), m.entries_(0), m._context_(0), m.close_(0)),
                         (0, 1, 2, 3, 4, 5))
        self.assertEqual((m.x(0), m.x_(0)), (8, 7))
        m.close()
        self.fails(ravel.Error, "closed", m.x, 0)

    def test_pickling(self):
        self.fails(TypeError, "a module cannot be pickled", pickle.dumps, self.m)
        self.fails(TypeError, "dot cannot be pickled, because it belongs to a library", pickle.dumps, self.m.dot)

    def in_fork(self, function):
        """What the function returns, or the error's text, in a forked process; None when it does not end."""
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                text = str(function())
            except Exception as error:  # pylint: disable=broad-except
                text = f"{type(error).__name__}: {error}"
            os.write(into, text.encode())
            os._exit(0)
        os.close(into)
        try:
            for _ in range(200):
                if os.waitpid(child, os.WNOHANG)[0] != 0:
                    return os.read(out, 1000).decode()
                time.sleep(0.05)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        finally:
            os.close(out)

    def test_forks(self):
        xs = np.arange(5.0)
        with ravel.compile(PROGRAM, target="c") as m:
            self.assertEqual((self.in_fork(lambda: m.mean(xs)), m.mean(xs)), ("2.0", 2.0))
            self.assertEqual((self.in_fork(lambda: m.mean(xs)), m.mean(xs)), ("2.0", 2.0))
        with ravel.compile(PROGRAM, target="multicore") as m:
            self.assertEqual(m.mean(xs), 2.0)
            self.assertIn("Error: the module was in use before this process was", self.in_fork(lambda: m.mean(xs)))

    def test_threads(self):
        results = []

        def work(i):
            for _ in range(20):
                results.append(self.m.mean(np.full(1000, float(i))) == i)
                try:
                    self.m.at([1], i + 1)
                except ravel.RunError as error:
                    results.append(f"[{i + 1}]" in str(error))
        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(results), all(results)), (320, True))

    def test_others_run_meanwhile(self):
        counted = [0]
        thread = threading.Thread(target=self.m.spin, args=(100_000_000,))
        thread.start()
        while thread.is_alive():
            counted[0] += 1
        self.assertGreater(counted[0], 1000)

    def test_interrupt(self):
        m = ravel.compile(PROGRAM)
        start = time.monotonic()
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            m.spin(300_000_000)
        self.assertLess(time.monotonic() - start, 1.0)
        self.assertEqual(m.mean([1.0, 3.0]), 2.0)

    def test_process_ends(self):
        """Whatever is alive at the end, the process ends well; also when Ctrl-C ends it."""
        text = (f"import sys; sys.path.insert(0, {os.path.dirname(FOLDER)!r}); import ravel\n"
                f"m = ravel.compile({PROGRAM!r}); xs = m.matrix([[1, 2]]); s = m.polygon([1.0])\n")
        done = subprocess.run([sys.executable, "-c", text], stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        process = subprocess.Popen([sys.executable, "-c", text + "print(1, flush=True); m.spin(1 << 60)"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=10)
        self.assertIn(b"KeyboardInterrupt", said)

    def test_dlpack(self):
        class Lent:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **options):
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()
        self.assertEqual(self.m.mean(Lent(np.arange(5.0))), 2.0)
        result = self.m.matrix([[1, 2]])
        shared = np.from_dlpack(result)
        self.assertEqual(shared.ctypes.data, result.ctypes.data)
        self.assertEqual(ravel.from_dlpack(Lent(result)).shape, (2, 1))


class Compiling(Case):
    def test_sources(self):
        self.assertEqual(ravel.compile("entry f (x: i32) = x + 1").f(1), 2)
        self.assertEqual(ravel.compile("function f(x:int):int = x + 1;", language="nesl").f(1), 2)
        self.assertEqual(ravel.compile("f←{ ⍝: int → int\n  1+⍵\n}\n", language="apl").f(1), 2)
        self.assertEqual(ravel.compile("fun f x = muli x x\n", language="fcl").f(3), 9)
        self.assertEqual(ravel.compile("entry f (x: i32) = x + 1\n", target="c").target, "c")

    def test_apl(self):
        m = ravel.compile("mean←{ ⍝: [double]1 → double\n  (+/⍵)÷≢⍵\n}\nturn←{ ⍝: int → [int]2 → [int]2\n  ⍺⌽⍵\n}\n",
                          language="apl")
        self.assertEqual(m.mean(np.array([1.0, 2.0, 6.0])), 3.0)
        table = np.arange(6).reshape(2, 3)
        np.testing.assert_array_equal(m.turn(1, table), np.roll(table, -1, 1))
        np.testing.assert_array_equal(m.turn(alpha=1, omega=table), np.roll(table, -1, 1))
        self.fails(TypeError, "turn: argument omega: expected [n][n_1]i64", m.turn, 1, np.ones((2, 2)))
        self.fails(ravel.CompileError, "this annotation cannot be read",
                   ravel.compile, "f←{ ⍝: double[n] → double\n  +/⍵\n}\n", language="apl")

    def test_fcl(self):
        m = ravel.compile(os.path.join(FOLDER, "..", "..", "examples", "fcl", "reduce.fcl"))
        self.assertEqual(m.sum(np.arange(1000, dtype=np.int32)), 499500)
        self.assertEqual(m.sumThreads(4, np.arange(1000, dtype=np.int32)), 499500)
        self.assertIn("xs", m.sum.__doc__)
        self.fails(TypeError, "expected [n]i32, given an array of int64", m.sum, np.arange(3))

    def test_mistakes(self):
        error = self.fails(ravel.CompileError, "error[E1201]", ravel.compile, "entry f (x: i32) = x + true\n")
        self.assertIn("entry f (x: i32) = x + true", str(error))
        for language, text, hint in (("futhark", "def f (x: i32) = x\n", "write `entry` in place of `def`"),
                                     ("nesl", "function f(x) = x;\n", "its type has no type parameters"),
                                     ("apl", "f←{⍵+1}\n", "an annotation says what it takes and gives")):
            error = self.fails(ravel.CompileError, "error[E0011]: the program has no entry point",
                               ravel.compile, text, language=language)
            self.assertIn(hint, str(error))
        self.fails(FileNotFoundError, "there is no file nowhere.fut", ravel.compile, "nowhere.fut")
        self.fails(TypeError, "a program is the path of a file, or a text", ravel.compile, 3)
        self.fails(ValueError, "the program is empty", ravel.compile, "")
        self.fails(TypeError, "threads: expected a number, given 'a'", ravel.compile, PROGRAM, threads="a")
        self.fails(ValueError, "threads: expected at least 1, given 0", ravel.compile, PROGRAM, threads=0)
        self.fails(ValueError, "target must be one of auto, c, multicore, opencl, cuda, not 'gpu'",
                   ravel.compile, PROGRAM, target="gpu")
        self.fails(ravel.CompileError, "--> <string>:1:20", ravel.compile, "entry f (x: i32) = y")
        self.fails(ravel.CompileError, "unknown language basic", ravel.compile, "a b\n", language="basic")
        self.fails(ValueError, "there is no tuning parameter x", ravel.compile, PROGRAM, tuning={"x": 1})
        old = os.environ.get("RAVEL")
        os.environ["RAVEL"] = "/nowhere/ravel"
        try:
            self.fails(ravel.CompileError, "there is no compiler /nowhere/ravel, which $RAVEL names",
                       ravel.compile, PROGRAM)
        finally:
            if old is None:
                del os.environ["RAVEL"]
            else:
                os.environ["RAVEL"] = old

    def test_warnings(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ravel.compile("def unused (x: i32) = x\nentry f (x: i32) = let y = 2 in x\n")
        for warning in caught:
            self.assertTrue(issubclass(warning.category, ravel.CompileWarning))
            self.assertEqual(warning.filename, __file__)
        self.assertGreater(len(caught), 0)
        text = "entry f (x: i32) = let y = 3 in x\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ravel.compile(text)
        # In the cache, too.
        self.fails(ravel.CompileError, "error[W1101]", ravel.compile, text, options=["--Werror"])

    def test_several_at_once(self):
        modules = [ravel.compile(f"entry f (x: i64) = x + {i}\n") for i in range(3)]
        self.assertEqual([m.f(0) for m in modules], [0, 1, 2])

    def test_settings(self):
        self.assertEqual(ravel.compile(PROGRAM, target="multicore", threads=1).big(100), 70)
        self.assertEqual(ravel.compile("entry f (xs: []i32) = xs[0]\n", options=["--unsafe"]).f([3]), 3)


class Nesl(Case):
    @classmethod
    def setUpClass(cls):
        cls.m = ravel.compile(os.path.join(FOLDER, "programs.nesl"))

    def test_values(self):
        m = self.m
        self.assertEqual(m.sums([[1, 2], [], [3]]).tolist(), [3, 0, 3])
        self.assertEqual(m.sums([np.array([1, 2]), (4,)]).tolist(), [3, 4])
        self.assertEqual(m.pairs(2), [(0, 0.0), (1, 1.0)])
        deep = m.deep([[[1.0, 2.0], []], []])
        self.assertEqual([[row.tolist() for row in rows] for rows in deep], [[[2.0, 3.0], []], []])
        self.assertEqual(m.greet("you"), "hello you")
        self.assertEqual(m.lengths(["a", "bcd", ""]).tolist(), [1, 3, 0])
        self.assertEqual(m.next(1, False), (2, True))
        self.assertEqual(m.half(3), 1.5)
        self.assertIn("Sums of all rows.", m.sums.__doc__)

    def test_mistakes(self):
        m = self.m
        self.fails(TypeError, "sums: argument xss: expected [[int]], given float 1.5", m.sums, [[1.5]])
        self.fails(TypeError, "sums: argument xss: expected [[int]], given int 1", m.sums, [1])
        self.fails(TypeError, "given str 'ab'", m.sums, ["ab"])
        self.fails(TypeError, "argument a: expected i64", m.next, "x", True)


@unittest.skipUnless(HAS_OPENCL, "there is no OpenCL")
class OpenCL(Case):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable")
        cls.m = ravel.compile(PROGRAM, target="opencl")

    def test_device_arrays(self):
        m, xs = self.m, np.arange(5.0)
        there = m.to_device(xs)
        self.assertEqual((there.shape, there.dtype, there.ndim, len(there), there.nbytes, there.device),
                         ((5,), np.float64, 1, 5, 40, "opencl"))
        self.assertEqual((m.mean(there), m.mean(xs), m.dot(there, xs)), (2.0, 2.0, 30.0))
        np.testing.assert_array_equal(there, xs)
        self.assertEqual((there[1], there[-1], there[1:3].tolist()), (1.0, 4.0, [1.0, 2.0]))
        self.fails(IndexError, "out of bounds", lambda: there[5])
        again = m.scale(2.0, there)
        self.assertIsInstance(again, ravel.DeviceArray)
        np.testing.assert_array_equal(again.numpy(), 2 * xs)
        self.fails(ValueError, "mean: argument xs: the array was consumed by scale", m.mean, there)
        self.fails(ValueError, "the array was consumed by scale", there.numpy)
        self.assertIn("consumed by scale", repr(there))
        self.fails(TypeError, "given an array of float64", m.bools, again)
        self.assertIsInstance(m.points(2).x, ravel.DeviceArray)
        self.fails(TypeError, "no function of the program takes", m.to_device, np.ones((1, 1, 1)))
        self.fails(TypeError, "to_device: expected an array of numbers", m.to_device, "abc")
        # NumPy takes no arrays on a device; its own error says so.
        for _ in range(3):
            self.fails((RuntimeError, BufferError), "", np.from_dlpack, again)
        # A call that is refused consumes nothing.
        both = m.to_device(xs)
        self.fails(ValueError, "reversed: argument ys: it is also given to xs, which consumes it", m.reversed, both, both)
        self.assertEqual(m.mean(both), 2.0)
        self.fails(ravel.RunError, "Index [7] out of bounds", m.at, [1], 7)

    def test_other_modules(self):
        there = self.m.to_device(np.arange(5.0))
        other = ravel.compile("entry total (xs: []f64) = f64.sum xs\n", target="opencl")
        self.assertEqual(other.total(there), 10.0)
        self.assertEqual(ravel.compile(PROGRAM).mean(there), 2.0)

    def test_dlpack(self):
        m = self.m
        there = m.to_device(np.arange(5.0))
        self.assertEqual(there.__dlpack_device__(), (4, 0))
        shared = m.from_dlpack(there)
        self.assertEqual(m.mean(shared), 2.0)
        m.scale(2.0, shared)
        np.testing.assert_array_equal(there, np.arange(5.0))
        same = m.identity(m.from_dlpack(there))
        del there
        gc.collect()
        self.assertEqual(m.mean(same), 2.0)
        same.__dlpack__()  # nobody takes it: it is forgotten when the next one is lent
        self.assertEqual(len(ravel._arrays.LENT), 1)
        m.from_dlpack(same)
        gc.collect()
        self.assertEqual(len(ravel._arrays.LENT), 0)
        self.fails(BufferError, "on a device of DLPack's kind 1", m.from_dlpack, np.arange(5.0))
        self.assertFalse(hasattr(same, "__cuda_array_interface__"))

    def test_opaque(self):
        self.assertEqual(self.m.size(self.m.polygon([1.0, 2.0])), 3.0)


class Gallery(Case):
    def test_examples(self):
        """Each gives what NumPy gives."""
        sys.path.insert(0, os.path.join(os.path.dirname(FOLDER), "examples"))
        import gallery
        for name in gallery.EXAMPLES:
            with self.subTest(name):
                with_numpy, with_ravel = gallery.importlib.import_module(name).case(0.05, "auto")
                for a, b in zip(with_numpy(), with_ravel()):
                    np.testing.assert_allclose(b, a, rtol=1e-4, atol=1e-6)


class Magics(Case):
    class Shell:
        def __init__(self):
            self.user_ns, self.magics = {}, {}

        def register_magic_function(self, function, kind, name):
            self.magics[name] = function

    def setUp(self):
        self.shell = self.Shell()
        ravel.load_ipython_extension(self.shell)

    def run_cell(self, language, line, text):
        import contextlib
        import io
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.shell.magics[language](line, text)
        return out.getvalue(), err.getvalue()

    def test_cells(self):
        self.assertEqual(self.run_cell("futhark", "", "entry f (x: i32) = x + 1\n"), ("", ""))
        self.assertEqual(self.shell.user_ns["f"](1), 2)
        self.run_cell("futhark", "", "entry at (i: i64) = (iota 3)[i]\nentry target (i: i64) = i")
        self.fails(ravel.RunError, "<cell>:1:", self.shell.user_ns["at"], 7)
        self.assertEqual(self.shell.user_ns["target"](7), 7)
        self.run_cell("futhark", "--name=mine --target=c", "entry f (x: i32) = x + 2")
        self.assertEqual(self.shell.user_ns["mine"].f(1), 3)
        out, _ = self.run_cell("nesl", "", "function g(x:int):int = x + 1;\ng(3);")
        self.assertIn("it = 4 : int", out)
        self.assertEqual(self.shell.user_ns["g"](1), 2)
        out, _ = self.run_cell("apl", "", "⎕←2×⍳3")
        self.assertEqual(out.split()[:3], ["2", "4", "6"])
        self.run_cell("apl", "", "h←{ ⍝: int → int\n  ⍵×⍵\n}")
        self.assertEqual(self.shell.user_ns["h"](5), 25)
        self.run_cell("fcl", "", "fun k x = muli x x")
        self.run_cell("fcl", "", "sig main : int -> int\nfun main a = a + 1")
        self.assertEqual(self.shell.user_ns["main"](3), 4)
        self.assertEqual(self.shell.user_ns["k"](5), 25)
        out, _ = self.run_cell("fcl", "", "val main = do<grid> { forceAndPrint 3 (push<grid> (generate 3 (fn i => i * i))) }")
        self.assertEqual(out.split(), ["[0,1,4]"])

    def test_broken_cells(self):
        out, err = self.run_cell("futhark", "", "entry f (x: i32) = x + true")
        self.assertIn("error[E1201]", err)
        self.assertNotIn("Traceback", err)
        self.assertEqual(self.shell.user_ns, {})
        for line, message in (("--gpu", "--gpu is no option of a cell"), ("gpu", "gpu is no option of a cell"),
                              ("--target=gpu", "--target must be one of auto, c"), ("--name='a b'", "not 'a b'"),
                              ("--name='a", "cannot be read")):
            self.assertIn(message, self.run_cell("futhark", line, "entry f (x: i32) = x")[1])
        for language, text, message in (("nesl", "function (", "<cell>:1:"), ("nesl", "2+2;\n1/0;\n", "<cell>:2:"),
                                        ("apl", "1 2+1 2 3", "<cell>:1:"), ("fcl", "fun f x = y", "<cell>:1:"),
                                        ("futhark", "", "the program has no entry point"),
                                        ("apl", "f←{⍵+1}", "the program has no entry point")):
            out, err = self.run_cell(language, "", text)
            self.assertIn(message, err)
            self.assertNotIn("Traceback", err)
            self.assertEqual(self.shell.user_ns, {})


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    bad = len(outcome.failures) + len(outcome.errors)
    print(f"{outcome.testsRun - bad - len(outcome.skipped)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
