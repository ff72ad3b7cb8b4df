-- Imports: opened, bound to a module, and through another file.
-- ==
-- input { [1.0f64, 2.0f64, 3.0f64, 6.0f64] } output { 3.0f64 3.5f64 }

-- ==
-- entry: areas
-- input { [1.0f64, 2.0f64] [3.0f64, 5.0f64] } output { 6.5f64 }

import "lib/stats"
module shapes = import "lib/shapes"

entry main [n] (xs: [n]f64) : (f64, f64) = (mean xs, variance xs)

entry areas [n] (ws: [n]f64) (hs: [n]f64) : f64 =
  let rectangles : [n]shapes.rectangle = map2 (\width height -> {width, height}) ws hs
  in shapes.rectangles.mean_area rectangles
