-- An error in an imported file is reported once, where it is.
import "lib/faulty"
module again = import "lib/faulty"
def f (x: i32) = x + good + again.wrong
