// ravel profile: the recording of a run (rts/c/record.h) as a page.
//
// The page is pages/profile.html, which the build embeds, with the data in place of its marker: the
// text of the sources, and every sample with the line it was taken in. What is drawn is computed
// from that by the page itself, so that it needs nothing but a browser.
#ifndef RAVEL_DRIVER_PROFILE_H
#define RAVEL_DRIVER_PROFILE_H

#include "driver/build.h"
#include "driver/process.h"

// An item without a name ends the list.
typedef struct PageFile {
  const char *name;
  const char *text;
  size_t length;
} PageFile;

extern const PageFile PAGE_FILES[];

// A program that has run.
typedef struct ProfileRun {
  const BuildOptions *options;
  const Build *build;
  Scratch *scratch;
  const char *trace; // the file that it wrote
} ProfileRun;

// Can the page be written where the options say? Gives an exit code, after a report.
int profile_page_check(Driver *driver, const Arguments *arguments);
// Writes the page. The driver knows the sources. Gives an exit code, after a report.
int profile_write(Driver *driver, const Arguments *arguments, const ProfileRun *run);

#endif
