// Sources in folders.
#ifndef RAVEL_DRIVER_FOLDER_H
#define RAVEL_DRIVER_FOLDER_H

#include "driver/driver.h"

bool folder_is_there(const char *path);
// Adds all sources below a folder, sorted, hidden files and folders left out. False after
// reporting.
bool folder_find(Driver *driver, const char *folder, Words *paths);
// Adds the operands, with the sources of each folder in its place. False after reporting.
bool folder_expand(Driver *driver, const Words *operands, Words *paths);

#endif
