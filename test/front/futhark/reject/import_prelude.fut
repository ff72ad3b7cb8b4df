-- The prelude is opened already. Only a module may be made of one of its files.
-- ==
-- error: E1107
module soacs = import "/prelude/soacs"
import "/prelude/array"
def main (xs: []i32) = soacs.map (+ 1) xs
