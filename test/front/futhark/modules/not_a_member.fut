-- E1105: a value, a type and a module that are not there, or hidden.
module m: { val visible: i32 } = { def visible = 1i32 def hidden = 2i32 type t = i32 }
def a = m.hidden
def b = m.visibel
def c: m.t = 3
def d = m.inner.x
def e = i32.zqrt 2
