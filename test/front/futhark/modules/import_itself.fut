-- E1108: directly.
import "import_itself"
