// The picture of a measurement: a panel for each program, a bar for each data set and target, with
// the interval that the mean is in, and a pale one for the time before.
#include <math.h>
#include <string.h>

#include "driver/bench.h"

enum {
  WIDTH = 900,
  LABELS = 290, // where bars begin
  NUMBERS = 230,
  BARS = WIDTH - LABELS - NUMBERS,
  ROW = 26,
  HEAD = 34,
  SCALE = 18,
  MARGIN = 16,
};

static const char STYLE[] =
    "<style>"
    "svg.bench{font:13px system-ui,\"DejaVu Sans\",sans-serif;background:#fff}"
    ".bench text{fill:#1c2733}.bench .quiet{fill:#66727f}.bench .head{font-weight:600;"
    "font-size:15px}"
    ".bench .now{fill:#2f7fb8}.bench .before{fill:#c9d3dc}.bench .whisker{stroke:#1c2733}"
    ".bench .scale{font-size:11px}.bench .grid{stroke:#e3e8ed}.bench .faster{fill:#2c7a4b}.bench "
    ".slower{fill:#c0392b}"
    "@media (prefers-color-scheme:dark){svg.bench{background:#14191f}.bench text{fill:#dfe6ec}"
    ".bench .quiet{fill:#8d99a5}.bench .now{fill:#4b9fd8}.bench .before{fill:#3b4651}"
    ".bench .whisker{stroke:#dfe6ec}.bench .grid{stroke:#2a323b}.bench .faster{fill:#6fcf97}"
    ".bench .slower{fill:#f07b50}}"
    "</style>\n";

// As much of a text as fits.
static void put_part(StrBuf *out, const char *text, size_t length, size_t limit) {
  size_t end = length;
  while (utf8_display_width(text, end) > limit) {
    do
      end--;
    while (((unsigned char)text[end] & 0xC0) == 0x80);
  }
  for (size_t i = 0; i < end; i++)
    switch (text[i]) {
    case '<': strbuf_puts(out, "&lt;"); break;
    case '>': strbuf_puts(out, "&gt;"); break;
    case '&': strbuf_puts(out, "&amp;"); break;
    default: strbuf_putc(out, text[i]);
    }
  if (end < length) strbuf_puts(out, "…");
}

static void put_text(StrBuf *out, const char *text, size_t limit) {
  put_part(out, text, strlen(text), limit);
}

// The name without its target, of which only the last word is shown, in the row.
static size_t program_length(const char *program) {
  const char *on = strstr(program, " on ");
  return on ? (size_t)(on - program) : strlen(program);
}

static bool is_of_program(const Series *series, const char *program) {
  size_t length = program_length(program);
  return program_length(series->program) == length &&
         strncmp(series->program, program, length) == 0;
}

static double upper_end(const Series *series) {
  if (!series || series->failure) return 0;
  Statistics statistics = statistics_of(&series->times);
  return statistics.mean + (isfinite(statistics.interval) ? statistics.interval : 0);
}

typedef struct Plot {
  StrBuf *out;
  const AllSeries *all, *before; // before: NULL if there is none
  double y;
  double most; // microseconds at the right end of the panel
} Plot;

static double bar_length(const Plot *plot, double time) { return BARS * time / plot->most; }

static void put_bar(const Plot *plot, const char *class, double time, double top, double height) {
  strbuf_printf(plot->out,
                "<rect class=\"%s\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                "rx=\"2\"/>\n",
                class, LABELS, top, fmax(bar_length(plot, time), 1), height);
}

static void put_whisker(const Plot *plot, const Statistics *statistics) {
  if (!isfinite(statistics->interval)) return;
  double low = LABELS + bar_length(plot, fmax(statistics->mean - statistics->interval, 0));
  double high = LABELS + bar_length(plot, statistics->mean + statistics->interval);
  double middle = plot->y + ROW / 2.0;
  strbuf_printf(plot->out,
                "<path class=\"whisker\" fill=\"none\" d=\"M%.1f %.1fv8m0 -4H%.1fm0 -4v8\"/>\n",
                low, middle - 4, high);
}

static void put_change(const Plot *plot, const Series *before, const Series *series) {
  StrBuf change = {0};
  change_print(&change, before, series);
  const char *text = strbuf_text(&change);
  const char *class = strstr(text, "faster")   ? "faster"
                      : strstr(text, "slower") ? "slower"
                                               : "quiet";
  strbuf_printf(plot->out, "<text class=\"%s\" x=\"%d\" y=\"%.1f\">%s</text>\n", class,
                LABELS + BARS + 96, plot->y + 17, text);
  strbuf_free(&change);
}

static void put_row(Plot *plot, const Series *series) {
  const Series *before = plot->before ? series_find(plot->before, series) : NULL;
  const char *on = strstr(series->program, " on ");
  strbuf_printf(plot->out, "<text x=\"%d\" y=\"%.1f\">", MARGIN, plot->y + 17);
  put_text(plot->out, series->data_set, on ? 24 : 36);
  strbuf_puts(plot->out, "</text>\n");
  if (on)
    strbuf_printf(plot->out,
                  "<text class=\"quiet\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                  LABELS - 10, plot->y + 17, on + strlen(" on "));
  if (series->failure) {
    strbuf_printf(plot->out, "<text class=\"slower\" x=\"%d\" y=\"%.1f\">failed: ", LABELS,
                  plot->y + 17);
    put_text(plot->out, series->failure, 70);
    strbuf_puts(plot->out, "</text>\n");
  } else {
    Statistics statistics = statistics_of(&series->times);
    if (before && !before->failure)
      put_bar(plot, "before", statistics_of(&before->times).mean, plot->y + 3, ROW - 6);
    put_bar(plot, "now", statistics.mean, plot->y + 7, ROW - 14);
    put_whisker(plot, &statistics);
    StrBuf time = {0};
    time_print(&time, statistics.mean);
    strbuf_printf(plot->out, "<text text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                  LABELS + BARS + 84, plot->y + 17, strbuf_text(&time));
    strbuf_free(&time);
    if (plot->before) put_change(plot, before, series);
  }
  plot->y += ROW;
}

// What the lines of the grid stand for.
static void put_scale(Plot *plot) {
  for (int k = 0; k <= 4; k++) {
    StrBuf time = {0};
    if (k > 0) time_print(&time, plot->most * k / 4);
    strbuf_printf(plot->out,
                  "<text class=\"quiet scale\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">"
                  "%s</text>\n",
                  LABELS + BARS * k / 4.0, plot->y + 12, k > 0 ? strbuf_text(&time) : "0");
    strbuf_free(&time);
  }
  plot->y += SCALE;
}

static void put_panel(Plot *plot, size_t first) {
  const char *program = plot->all->data[first].program;
  plot->most = 1e-3;
  size_t rows = 0;
  for (size_t i = first; i < plot->all->count; i++) {
    const Series *series = &plot->all->data[i];
    if (!is_of_program(series, program)) continue;
    rows++;
    plot->most = fmax(plot->most, upper_end(series));
    if (plot->before) plot->most = fmax(plot->most, upper_end(series_find(plot->before, series)));
  }
  strbuf_printf(plot->out, "<text class=\"head\" x=\"%d\" y=\"%.1f\">", MARGIN, plot->y + 22);
  put_part(plot->out, program, program_length(program), 80);
  strbuf_puts(plot->out, "</text>\n");
  plot->y += HEAD;
  for (int k = 0; k <= 4; k++)
    strbuf_printf(plot->out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n",
                  LABELS + BARS * k / 4.0, plot->y, plot->y + ROW * (double)rows);
  for (size_t i = first; i < plot->all->count; i++)
    if (is_of_program(&plot->all->data[i], program)) put_row(plot, &plot->all->data[i]);
  put_scale(plot);
}

static bool is_first(const AllSeries *all, size_t position) {
  for (size_t i = 0; i < position; i++)
    if (is_of_program(&all->data[i], all->data[position].program)) return false;
  return true;
}

void plot_write(StrBuf *out, const AllSeries *all, const AllSeries *before, bool is_page) {
  StrBuf body = {0};
  Plot plot = {.out = &body, .all = all, .before = before, .y = 4};
  for (size_t i = 0; i < all->count; i++)
    if (is_first(all, i)) put_panel(&plot, i);
  strbuf_printf(
      &body,
      "<text class=\"quiet\" x=\"%d\" y=\"%.1f\">Means of the run times, with their 95 %% "
      "confidence intervals%s.</text>\n",
      MARGIN, plot.y + 24, before ? "; pale: before" : "");
  if (is_page)
    strbuf_puts(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>ravel "
                     "bench</"
                     "title>\n<style>body{margin:24px;background:#fff}svg.bench{max-width:100%;"
                     "height:auto}@media "
                     "(prefers-color-scheme:dark){body{background:#14191f}}</style>\n");
  strbuf_printf(out,
                "<svg class=\"bench\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" "
                "width=\"%d\" height=\"%.0f\">\n",
                WIDTH, plot.y + 40, WIDTH, plot.y + 40);
  strbuf_puts(out, STYLE);
  strbuf_write(out, body.data, body.length);
  strbuf_puts(out, is_page ? "</svg>\n</html>\n" : "</svg>\n");
  strbuf_free(&body);
}
