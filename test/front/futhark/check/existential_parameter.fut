-- A size without name in the parameter of a function type.
type^ t = []bool -> bool
