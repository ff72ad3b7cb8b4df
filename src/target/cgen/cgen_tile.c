// Matrix-shaped reductions: each has a function of its own, made by TILE_DEFINE of rts/c/tile.h.
#include "ir/type.h"
#include "target/cgen/cgen.h"

// Elements as the function sees them: integers wrap around, so they are unsigned.
static void write_type(Cgen *cgen, Scalar scalar) {
  bool is_int = scalar_info(scalar)->class == CLASS_INT;
  strbuf_printf(cgen->out, "%s%s", is_int ? "u" : "", c_scalar_type(scalar));
}

static const char *operator_text(Op op) {
  if (op == OP_ADD) return "+";
  if (op == OP_SUB) return "-";
  if (op == OP_MUL) return "*";
  if (op == OP_AND) return "&";
  if (op == OP_OR) return "|";
  if (op == OP_XOR) return "^";
  INTERNAL_ERROR("`%s` in a tile", op_info(op)->text);
}

// Minima and maxima are functions: tile_min_i32. NULL: the operator is a sign.
static const char *function_name(Op op) {
  if (op == OP_SMIN || op == OP_FMIN) return "tile_min";
  if (op == OP_SMAX || op == OP_FMAX) return "tile_max";
  return NULL;
}

// What stands before, between and after the operands.
static void write_before(Cgen *cgen, const ImpTile *tile, Op op) {
  const char *function = function_name(op), *scalar = scalar_info(tile->scalar)->text;
  if (function)
    strbuf_printf(cgen->out, "%s_%s(TILE_EACH(%s, ", function, scalar, scalar);
  else
    strbuf_putc(cgen->out, '(');
}

static void write_between(Cgen *cgen, const ImpTile *tile, Op op) {
  if (function_name(op))
    strbuf_printf(cgen->out, "), TILE_EACH(%s, ", scalar_info(tile->scalar)->text);
  else
    strbuf_printf(cgen->out, " %s ", operator_text(op));
}

static void write_behind(Cgen *cgen, Op op) {
  strbuf_puts(cgen->out, function_name(op) ? "))" : ")");
}

// The value as a macro over x and y.
static void write_value(Cgen *cgen, const ImpTile *tile, const ImpExp *exp) {
  switch (exp->kind) {
  case IMP_CONST:
    strbuf_putc(cgen->out, '(');
    write_type(cgen, tile->scalar);
    strbuf_putc(cgen->out, ')');
    cgen_exp(cgen, exp, BIND_UNARY);
    return;
  case IMP_VAR: strbuf_puts(cgen->out, exp->as.var == tile->x ? "(x)" : "(y)"); return;
  case IMP_OP:
    write_before(cgen, tile, exp->as.op.op);
    write_value(cgen, tile, exp->as.op.args[0]);
    write_between(cgen, tile, exp->as.op.op);
    write_value(cgen, tile, exp->as.op.args[1]);
    write_behind(cgen, exp->as.op.op);
    return;
  case IMP_LOAD:
  case IMP_THREADS:
  case IMP_THREAD:
  case IMP_LANE:
  case IMP_LANES:
  case IMP_ROOM:
  case IMP_PARAM: break;
  }
  INTERNAL_ERROR("a tile of something else than its two elements");
}

// Appends the name of the tile's function; the variable x has a number of its own.
static void write_name(Cgen *cgen, const ImpTile *tile) {
  strbuf_printf(cgen->out, "tile_%u", (unsigned)tile->x->number);
}

static void define_tile(void *context, ImpStm *stm) {
  Cgen *cgen = context;
  if (stm->kind != IMP_STM_TILE) return;
  const ImpTile *tile = stm->as.tile;
  unsigned number = (unsigned)tile->x->number;
  strbuf_printf(cgen->out, "\n#define tile_%u_value(x, y) ", number);
  write_value(cgen, tile, tile->value);
  strbuf_printf(cgen->out, "\n#define tile_%u_step(sum, value) ", number);
  write_before(cgen, tile, tile->step);
  strbuf_puts(cgen->out, "(sum)");
  write_between(cgen, tile, tile->step);
  strbuf_puts(cgen->out, "(value)");
  write_behind(cgen, tile->step);
  strbuf_printf(cgen->out, "\nTILE_DEFINE(tile_%u, ", number);
  write_type(cgen, tile->scalar);
  strbuf_puts(cgen->out, ", ");
  ImpExp neutral = {
      .kind = IMP_CONST, .type = tile->scalar, .size = 1, .as.constant = tile->neutral};
  write_value(cgen, tile, &neutral);
  strbuf_printf(cgen->out, ", tile_%u_value, tile_%u_step)\n", number, number);
}

void cgen_define_tiles(Cgen *cgen) {
  cgen_names_clear(cgen);
  for (size_t i = 0; i < cgen->program->funs.count; i++)
    imp_walk(&cgen->program->funs.data[i]->body, define_tile, cgen);
  if (cgen->program->init) imp_walk(&cgen->program->init->body, define_tile, cgen);
}

static void write_operand(Cgen *cgen, const ImpTile *tile, const ImpPlace *place) {
  strbuf_puts(cgen->out, ",\n");
  cgen->depth += 2;
  cgen_line(cgen);
  cgen->depth -= 2;
  strbuf_putc(cgen->out, '(');
  write_type(cgen, tile->scalar);
  strbuf_printf(cgen->out, " *)%s + ", cgen_name(cgen, place->pointer));
  cgen_exp(cgen, place->offset, BIND_PRODUCT);
  for (size_t i = 0; i < 2; i++) {
    strbuf_puts(cgen->out, ", ");
    cgen_exp(cgen, place->strides[i], BIND_ANY);
  }
}

void cgen_tile(Cgen *cgen, const ImpTile *tile) {
  cgen_line(cgen);
  write_name(cgen, tile);
  strbuf_putc(cgen->out, '(');
  cgen_exp(cgen, tile->rows, BIND_ANY);
  strbuf_puts(cgen->out, ", ");
  cgen_exp(cgen, tile->columns, BIND_ANY);
  strbuf_puts(cgen->out, ", ");
  cgen_exp(cgen, tile->depth, BIND_ANY);
  write_operand(cgen, tile, &tile->out);
  write_operand(cgen, tile, &tile->a);
  write_operand(cgen, tile, &tile->b);
  strbuf_printf(cgen->out, ", %s->data);\n", cgen_name(cgen, tile->room));
}
