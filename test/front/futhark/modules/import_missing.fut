-- E1107: only the import is wrong, not what uses its names.
import "lib/utils"
import "lib/util.fut"
def main (x: i32) = something_from_there x
