// Private to the parse family: the parser's state and what its files share.
//
// How errors are handled. A parse function returns false when it is lost: it has reported what it
// expected and the tokens from here on are not what it thought. The list of statements around it
// then goes on at the next statement. What is well formed but wrong (an unknown variable, a type
// rule) is reported too, but the function returns true and parsing goes on in place. A variable
// whose type could not be found has the type NULL and is called poisoned; whatever uses it is not
// checked, so that one error leads to one message.
#ifndef RAVEL_IR_PARSE_INTERNAL_H
#define RAVEL_IR_PARSE_INTERNAL_H

#include "ir/ir.h"
#include "ir/lex.h"

// A visible variable, under the spelling that the text has for it.
typedef struct Binding {
  Name spelling;
  Var *var;
  size_t previous; // the binding of the same spelling before it, plus 1; 0: none
} Binding;

// Bindings that cannot be seen for now, and why.
typedef struct Hidden {
  size_t from, to;
  const char *reason; // continues "`x` ..."
} Hidden;

typedef struct Parser {
  Arena *arena;
  Program *program;
  const SourceFile *file;
  Diag *diag;
  Tokens tokens;
  size_t at;    // of the next token
  size_t depth; // of bodies and types
  Vec(Binding) bindings;
  Map *visible;          // spelling -> place in bindings plus 1
  Vec(Hidden) hidden;    // all of them apply
  Map *used;             // spellings that occurred in this function -> themselves
  Map *unknown;          // spellings that were reported in this function
  size_t poison_count;   // how often something poisoned was used
  uint32_t global_end;   // variables with a smaller index are globals
  uint32_t global_limit; // of these, the ones before this index are visible
  size_t pattern_from;   // bindings from here on belong to the pattern that is being read
  bool is_in_pattern;    // and may have types that are yet to be inferred
  bool has_stopped;      // nothing more is read after what was nested too deeply
  bool has_pending;      // a type names such a variable
  Map *broken;           // functions whose header is wrong
  Map *global_spellings; // that globals have
  bool is_session;       // names of globals may be bound again
} Parser;

// A parser of a new program; takes the tokens of a file.
Parser parser_new(Arena *arena, Interner *names, Diag *diag);
void parser_read(Parser *parser, const SourceFile *file);
// Globals and functions up to the end.
void parse_program_items(Parser *parser);

// What counts as an error or a use of something poisoned, up to now; see is_clean.
typedef struct Mark {
  size_t errors, poison;
} Mark;

Mark parser_mark(const Parser *parser);
// Did nothing go wrong since the mark?
bool parse_is_clean(const Parser *parser, Mark mark);

// ---- Tokens ----

const Token *parser_peek(const Parser *parser);
const Token *parser_peek_at(const Parser *parser, size_t ahead);
// Takes the next token.
const Token *parser_next(Parser *parser);
bool at_token(const Parser *parser, TokenKind kind);
// Takes the token when it is of this kind.
bool parser_accept(Parser *parser, TokenKind kind);
// The same, and otherwise reports "expected `)` <where>, found ...".
bool parser_expect(Parser *parser, TokenKind kind, const char *where);
// Is the next token this word, which is not a keyword?
bool at_word(const Parser *parser, const char *word);
// Is it there? Then the parser is after it.
bool accept_word(Parser *parser, const char *word);
// Reports what was expected instead of the next token; returns false.
bool parser_unexpected(Parser *parser, const char *expected);
Span token_span(const Parser *parser, const Token *token);
// From the token at `start` to the last one taken.
Span span_since(const Parser *parser, size_t start);
// Is this where a statement may begin or end: `let`, `in`, `}`, a function or the end?
bool at_boundary(const Parser *parser);
// Skips to such a place.
void parser_synchronise(Parser *parser);
// Skips to the `}` that ends the body in which the parser is, and takes it. False if there is none.
bool parser_close(Parser *parser);
// Enters a nested construct; false after an error when there are too many. Leave with depth--.
bool parser_enter(Parser *parser);

// ---- Scopes ----

// The scope's start, to be given to scope_end.
size_t scope_begin(const Parser *parser);
void scope_end(Parser *parser, size_t start);
// Binds the variable of a token. Reports when a visible one has that spelling.
Var *scope_bind(Parser *parser, const Token *token, const Type *type);
// Makes a variable visible again that was bound before under this spelling.
void scope_rebind(Parser *parser, Name spelling, Var *var);
// Hides the bindings from a place on, until unhidden.
void scope_hide(Parser *parser, size_t from, const char *reason);
void scope_unhide(Parser *parser);
// The variable that a token means; NULL, and poisoned, when there is none or it has no type.
Var *scope_find(Parser *parser, const Token *token);

// ---- Parts of the grammar; false: lost ----

bool parse_atom(Parser *parser, Atom *atom, const char *where);
// Atoms up to the closing token, which is taken. `what` names them: "the arguments of a call".
bool parse_atoms(Parser *parser, Atoms *atoms, TokenKind close, const char *what);
// One atom, or several in parentheses.
bool parse_values(Parser *parser, Atoms *atoms, const char *what);
// A variable that is in scope; NULL when poisoned.
bool parse_use(Parser *parser, Var **var, const char *where);
// A number that is not larger than a limit.
bool parse_count(Parser *parser, uint32_t limit, const char *what, uint32_t *count);
// `n`, `3` or `s^1`. `is_sound` becomes false when it is poisoned.
bool parse_dim(Parser *parser, Dim *dim, bool *is_sound);
// A type; NULL when poisoned.
bool parse_type(Parser *parser, const Type **type);
// `x: type`, bound. The type may be left out where it is a size.
bool parse_typed(Parser *parser, bool is_size, Var **var);
// `x: type, ...` up to the closing token, which is taken.
bool parse_params(Parser *parser, Vars *vars, TokenKind close);
bool parse_body(Parser *parser, Body **body);
// Statements as long as there are any.
void parse_stms(Parser *parser, Stms *stms);
// An expression; NULL when something in it is wrong.
bool parse_exp(Parser *parser, Exp **exp);
bool parse_if(Parser *parser, Exp **exp);
bool parse_switch(Parser *parser, Exp **exp);
bool parse_loop(Parser *parser, Exp **exp);
bool parse_call(Parser *parser, Exp **exp);
bool parse_par(Parser *parser, Exp **exp);
// `thread`, `block` or `grid`; `expected` says so, and where.
bool parse_level(Parser *parser, const char *expected, ParLevel *level);
// Does an output of a par begin here?
bool at_output(const Parser *parser);
// Reports that neither a statement nor an output begins here, with a hint for a misspelled word.
bool output_unexpected(Parser *parser, const char *expected);
bool parse_with_acc(Parser *parser, Exp **exp);

#endif
