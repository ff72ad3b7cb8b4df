-- Used by ../imports.fut.

import "stats"

type rectangle = {width: f64, height: f64}

module rectangles = {
  def area (r: rectangle) : f64 = r.width * r.height
  def mean_area [n] (rs: [n]rectangle) : f64 = mean (map area rs)
}
