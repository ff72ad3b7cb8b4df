-- Rotation of points about an axis by quaternions.
-- ==
-- input { [0.0f64, 0.0f64, 1.0f64] 1.5707963267948966f64 [[1.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 2.0f64, 3.0f64]] }
-- output { [[2.220446049250313e-16f64, 1.0f64, 0.0f64], [-2.0f64, 4.440892098500626e-16f64, 0.0f64], [-2.0f64, 1.0000000000000004f64, 3.0f64]] }
-- input { [1.0f64, 1.0f64, 1.0f64] 2.0f64 [[1.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64], [1.0f64, 2.0f64, 3.0f64]] }
-- output { [[0.05590210896857181f64, 0.9970320596669557f64, -0.05293416863552719f64], [-0.10586833727105444f64, 0.11180421793714351f64, 1.9940641193339115f64], [2.941129950698384f64, 0.9500337716975173f64, 2.1088362776040994f64]] }

type quaternion = {w: f64, x: f64, y: f64, z: f64}

def (*!) (p: quaternion) (q: quaternion) : quaternion =
  {w = p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
   x = p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
   y = p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
   z = p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w}

def conjugate (q: quaternion) : quaternion =
  q with x = -q.x with y = -q.y with z = -q.z

def normalise [n] (v: [n]f64) : [n]f64 =
  let length = f64.sqrt (f64.sum (map2 (*) v v))
  in map (/ length) v

def about (axis: [3]f64) (angle: f64) : quaternion =
  let u = normalise axis
  let s = f64.sin (angle / 2)
  in {w = f64.cos (angle / 2), x = s * u[0], y = s * u[1], z = s * u[2]}

def rotate_point (q: quaternion) (v: [3]f64) : [3]f64 =
  let p = {w = 0, x = v[0], y = v[1], z = v[2]}
  let r = q *! p *! conjugate q
  in [r.x, r.y, r.z]

entry main [n] (axis: [3]f64) (angle: f64) (points: [n][3]f64) : [n][3]f64 =
  let q = about axis angle
  in map (rotate_point q) points
