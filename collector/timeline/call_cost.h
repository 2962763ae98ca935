/* SPDX-License-Identifier: MIT */
/*
 * What recording a call costs on this machine. Only the recorder can know, and a report needs it to
 * say how long the program takes without us: the yardstick for all kinds of calls, of which the
 * analyzer knows how many times as much each costs. Writer thread.
 */
#ifndef WARPWISE_CALL_COST_H
#define WARPWISE_CALL_COST_H

#include <stdint.h>

/*
 * By how many ns a call of the driver that does nothing takes longer when it is recorded. Tries it
 * out, a few hundred times, on the calling thread alone; 0: not known. Its records come like
 * others, and are of no call that is asked for: calls_bind() leaves them out.
 */
int64_t call_cost_measure_ns(void);

#endif
