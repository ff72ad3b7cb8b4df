// The order in which forms are checked: strongly connected components of what uses what, by
// Tarjan's algorithm. It keeps its own stack, because chains of functions may be long.
#include <stdlib.h>

#include "front/nesl/check_internal.h"

typedef struct NeslNode {
  size_t number; // in the order of visits, from 1; 0 when not visited
  size_t low;    // the smallest number that is reached
  size_t next;   // the next use to follow
  bool is_open;  // its group is not complete
} NeslNode;

typedef struct NeslSearch {
  NeslChecker *checker;
  NeslNode *nodes;
  size_t visits, groups;
  Vec(size_t) path; // forms whose uses are being followed
  Vec(size_t) open; // forms whose groups are not complete
  void (*action)(NeslChecker *, const NeslGroup *);
} NeslSearch;

static int compare_forms(const void *left, const void *right) {
  size_t a = *(const size_t *)left, b = *(const size_t *)right;
  return (a > b) - (a < b);
}

static void enter(NeslSearch *search, size_t form) {
  NeslNode *node = &search->nodes[form];
  node->number = node->low = ++search->visits;
  node->is_open = true;
  vec_push(search->checker->arena, &search->path, form);
  vec_push(search->checker->arena, &search->open, form);
}

// Takes the group that ends with a form off the open ones.
static void complete(NeslSearch *search, size_t form) {
  NeslGroup group = {0};
  size_t member = 0;
  do {
    member = vec_pop(&search->open);
    search->nodes[member].is_open = false;
    search->checker->infos[member].group = search->groups;
    vec_push(search->checker->arena, &group, member);
  } while (member != form);
  search->groups++;
  qsort(group.data, group.count, sizeof *group.data, compare_forms);
  search->action(search->checker, &group);
}

static void lower(NeslNode *node, size_t number) {
  if (number < node->low) node->low = number;
}

// Follows the next use of the form at the end of the path, or leaves it.
static void step(NeslSearch *search) {
  size_t form = vec_last(&search->path);
  NeslNode *node = &search->nodes[form];
  const NeslFormInfo *info = &search->checker->infos[form];
  if (node->next < info->uses.count) {
    size_t used = info->uses.data[node->next++].form;
    if (search->nodes[used].number == 0)
      enter(search, used);
    else if (search->nodes[used].is_open)
      lower(node, search->nodes[used].number);
    return;
  }
  (void)vec_pop(&search->path);
  if (search->path.count > 0) lower(&search->nodes[vec_last(&search->path)], node->low);
  if (node->low == node->number) complete(search, form);
}

void nesl_each_group(NeslChecker *checker, void (*action)(NeslChecker *, const NeslGroup *)) {
  size_t count = checker->checked->forms.count;
  NeslSearch search = {
      .checker = checker, .nodes = arena_array(checker->arena, NeslNode, count), .action = action};
  for (size_t i = 0; i < count; i++) {
    if (search.nodes[i].number > 0) continue;
    enter(&search, i);
    while (search.path.count > 0)
      step(&search);
  }
}
