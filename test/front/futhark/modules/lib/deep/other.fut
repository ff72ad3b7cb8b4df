-- Imported relative to this file.
import "../util"
def twice (x: boxes.t) = box (2 * unbox x)
