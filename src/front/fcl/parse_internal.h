// What the files of the parser share.
#ifndef FRONT_FCL_PARSE_INTERNAL_H
#define FRONT_FCL_PARSE_INTERNAL_H

#include "front/fcl/parse.h"
#include "front/parser.h"

// Whether the operator of this text is next; the same, and then moves on.
bool fcl_parser_is_operator(const FrontParser *parser, const char *text);
bool fcl_parser_accept_operator(FrontParser *parser, const char *text);

void fcl_parser_expect_close(FrontParser *parser, FclTokenKind kind, const FrontToken *open);
FclIdent fcl_parser_ident(FrontParser *parser, const char *what);

// ---- parse_type.c ----

// How many tokens from `offset` on read as a level list `<…>`; 0 when they do not.
size_t fcl_parser_level_list(const FrontParser *parser, size_t offset);
// `<l, 1+m>`; the same in a definition, where only names may stand.
FclLevelExps fcl_parser_levels(FrontParser *parser);
FclIdents fcl_parser_level_names(FrontParser *parser);
// `<l>`, which must be one.
FclLevelExp fcl_parser_level(FrontParser *parser);
FclTypeExp *fcl_parser_type(FrontParser *parser);
FclSchemeExp *fcl_parser_scheme(FrontParser *parser);

// ---- parse_exp.c ----

FclExp *fcl_parser_exp(FrontParser *parser);
FclPattern *fcl_parser_pattern(FrontParser *parser);
// Whether a pattern may begin here.
bool fcl_parser_is_pattern(const FrontParser *parser);
// `fn p q => e`, or what stands for it in a definition.
FclExp *fcl_parser_lambda(FrontParser *parser, FclPatterns parameters, FclExp *body, Span span);

#endif
