-- E1108: through another file.
import "lib/circle_a"
