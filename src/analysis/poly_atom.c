#include "analysis/poly_atom.h"

static Atom build_product(Builder *builder, const Term *term) {
  Atom product = atom_i64(term->factor);
  for (uint32_t i = 0; i < term->degree; i++) {
    Atom factor = atom_var(term->vars[i]);
    if (!type_is_scalar(term->vars[i]->type, SCALAR_I64))
      factor = build_convert(builder, "wide", OP_SEXT, factor, SCALAR_I64);
    bool is_one = i == 0 && term->factor == 1;
    product = is_one ? factor : build_binary(builder, "product", OP_MUL, product, factor);
  }
  return product;
}

Atom build_poly(Builder *builder, const char *name, const Poly *poly) {
  if (poly->count == 0) return atom_i64(0);
  Atom sum = build_product(builder, &poly->terms[0]);
  for (size_t i = 1; i < poly->count; i++) {
    Atom term = build_product(builder, &poly->terms[i]);
    sum = build_binary(builder, name, OP_ADD, sum, term);
  }
  return sum;
}
