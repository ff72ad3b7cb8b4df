-- A lattice Boltzmann method with nine velocities: streaming, bounce-back at obstacles, collisions, and moments.
-- Cells are records of arrays; the geometry is a sum type.

type boundary = #fluid | #wall | #inflow f64 | #outflow

def ex: [9]i64 = [0, 1, 0, -1, 0, 1, -1, -1, 1]
def ey: [9]i64 = [0, 0, 1, 0, -1, 1, 1, -1, -1]
def weights: [9]f64 = [4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36]
def opposite: [9]i64 = [0, 3, 4, 1, 2, 7, 8, 5, 6]

def equilibrium (rho: f64) (ux: f64) (uy: f64): [9]f64 =
  let u2 = ux * ux + uy * uy
  in map3 (\w x y -> let eu = f64.i64 x * ux + f64.i64 y * uy
                     in w * rho * (1 + 3 * eu + 4.5 * eu * eu - 1.5 * u2)) weights ex ey

def moments (f: [9]f64): (f64, f64, f64) =
  let rho = f64.sum f
  let ux = f64.sum (map2 (\f x -> f * f64.i64 x) f ex) / rho
  let uy = f64.sum (map2 (\f y -> f * f64.i64 y) f ey) / rho
  in (rho, ux, uy)

type state [h][w] = {cells: [h][w][9]f64, kinds: [h][w]boundary}

def stream [h][w] (cells: [h][w][9]f64): [h][w][9]f64 =
  tabulate_3d h w 9 (\i j k -> cells[(i - ey[k]) % h, (j - ex[k]) % w, k])

def collide (omega: f64) (kind: boundary) (f: [9]f64): [9]f64 =
  match kind
  case #wall -> map (\k -> f[k]) opposite
  case #inflow u -> equilibrium 1 u 0
  case #outflow ->
    let (_, ux, uy) = moments f
    in equilibrium 1 ux uy
  case #fluid ->
    let (rho, ux, uy) = moments f
    let feq = equilibrium rho ux uy
    in map2 (\f e -> f + omega * (e - f)) f feq

def step [h][w] (omega: f64) (s: state [h][w]): state [h][w] =
  s with cells = map2 (map2 (collide omega)) s.kinds (stream s.cells)

def channel (h: i64) (w: i64) (speed: f64): state [h][w] =
  let kind i j: boundary =
    let (dy, dx) = (i - h / 2, j - w / 4)
    in if i == 0 || i == h - 1 || dx * dx + dy * dy <= h * h / 64 then #wall
       else if j == 0 then #inflow speed
       else if j == w - 1 then #outflow
       else #fluid
  let kinds = tabulate_2d h w kind
  in {cells = map (map (\k -> match k case #wall -> copy weights case _ -> equilibrium 1 speed 0)) kinds, kinds}

entry density (h: i64) (w: i64) (n: i32): [h][w]f64 =
  let s = iterate n (step 1.2) (channel h w 0.05)
  in map (map f64.sum) s.cells

entry drag (h: i64) (w: i64) (n: i32): (f64, f64) =
  let s = iterate n (step 1.2) (channel h w 0.05)
  let force kind f = match kind
                     case #wall -> let (rho, ux, uy) = moments f in (rho * ux, rho * uy)
                     case _ -> (0, 0)
  in reduce_comm (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (flatten (map2 (map2 force) s.kinds s.cells))

-- ==
-- entry: density
-- input { 6i64 8i64 3i32 }
-- output {
--   [[1.0003875616632f64, 1.0037370580993f64, 1.0005980478959f64, 0.99930056802775f64, 0.99955824729718f64, 0.99992408447809f64, 0.99932273310937f64, 0.99779295631521f64], [1f64, 1.0181499746902f64, 1.00151289985f64, 0.99362859325949f64, 0.99725009325097f64, 0.99923705976984f64, 0.99772913425866f64, 1f64], [1f64, 1.0228175020362f64, 0.99957387338375f64, 0.98202919597466f64, 0.98703686205566f64, 0.99699779173865f64, 1.0017811960098f64, 1f64], [1f64, 1.0476755047489f64, 1.0003032144038f64, 0.96028367110244f64, 0.98464381271048f64, 0.99690860834626f64, 1.0017811960098f64, 1f64], [1f64, 1.0353897414938f64, 1.0008889481148f64, 0.97863051034606f64, 0.98677941331414f64, 0.99670424501532f64, 0.99772913425866f64, 1f64], [1.000692362849f64, 1.0088471892277f64, 1.0005831499432f64, 0.99454844766064f64, 0.99770300323213f64, 0.99948391626902f64, 0.99932273310937f64, 0.99779295631521f64]]
-- }
-- input { 8i64 10i64 12i32 }
-- output {
--   [[1.0006768834572f64, 1.0085201236331f64, 1.004118071266f64, 0.99947312781976f64, 0.99662768455119f64, 0.99495988635929f64, 0.99401292872334f64, 0.99366810026171f64, 0.99364101075477f64, 0.9946462640823f64], [1f64, 1.052704267898f64, 1.0211446372174f64, 0.99174977186459f64, 0.97655981396746f64, 0.96691941196427f64, 0.9628492497675f64, 0.96304099514042f64, 0.96638439890137f64, 1f64], [1f64, 1.0544128682887f64, 1.0190097693114f64, 0.98846756879089f64, 0.97530237319805f64, 0.96836296359289f64, 0.96446454544293f64, 0.9644071853287f64, 0.96810619804352f64, 1f64], [1f64, 1.0768241413042f64, 1.0092506312934f64, 0.97773853181856f64, 0.97256259398959f64, 0.96803313667185f64, 0.96477001360025f64, 0.9649747753256f64, 0.9695247288748f64, 1f64], [1f64, 1.0413466061867f64, 1.0035572550369f64, 0.98951667211303f64, 0.96461443945337f64, 0.965837208169f64, 0.96497915226064f64, 0.96528038192799f64, 0.96932039293116f64, 1f64], [1f64, 1.1025600270947f64, 1.0148539254883f64, 0.97254721928318f64, 0.96841560869191f64, 0.96587531764367f64, 0.9642276778564f64, 0.96454517885137f64, 0.96754798874633f64, 1f64], [1f64, 1.0929252075452f64, 1.0309802584401f64, 0.98080111319175f64, 0.96600222905005f64, 0.96425392603645f64, 0.96312864498327f64, 0.96331248410518f64, 0.96573690867814f64, 1f64], [1.0017036704913f64, 1.0147976379578f64, 1.0058014083085f64, 0.99787390999196f64, 0.99556757734945f64, 0.9945426813263f64, 0.99419626605166f64, 0.99392878944726f64, 0.99367892935671f64, 0.99459360105429f64]]
-- }
-- input { 4i64 4i64 0i32 }
-- output { [[1f64, 1f64, 1f64, 1f64], [1f64, 1f64, 1f64, 1f64], [1f64, 1f64, 1f64, 1f64], [1f64, 1f64, 1f64, 1f64]] }

-- ==
-- entry: drag
-- input { 12i64 20i64 20i32 }
-- output { -0.1628113017749f64 -0.0023811737955038f64 }
