-- Vectors of the plane, for the import tests.
import "numbers"

type vector = {x: f64, y: f64}

local def squares (v: vector): f64 = square v.x + square v.y

def norm (v: vector): f64 = f64.sqrt (squares v)

module scaled = {
  def scale (k: f64) (v: vector): vector = {x = k * v.x, y = k * v.y}
}
