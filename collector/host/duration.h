/* SPDX-License-Identifier: MIT */
/* Times as people write them: used by the collector and by `warpwise record` and `ctl`. */
#ifndef WARPWISE_DURATION_H
#define WARPWISE_DURATION_H

#include <stdint.h>

/* "10s", "1.5m", "500ms", "2h", "10" (seconds) into *NS. Returns 0 or -EINVAL: no such time, not
 * above 0, or more than a year. */
int duration_parse(const char *text, int64_t *ns);

#endif
