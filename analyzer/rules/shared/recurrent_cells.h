/* SPDX-License-Identifier: MIT */
/*
 * Loops of a program of PyTorch over time that call a recurrent cell (nn.LSTMCell, nn.GRUCell) for
 * each step, or a layer of cuDNN's (nn.LSTM, nn.GRU): that does a whole sequence in one call. Any
 * thread.
 */
#ifndef WARPWISE_RULES_RECURRENT_CELLS_H
#define WARPWISE_RULES_RECURRENT_CELLS_H

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

extern const struct threshold recurrent_cells_thresholds[];

/*
 * Says in FINDING how many steps there are, and names the case "cells" of its rule's notes, if
 * {cells} of all kernels or more are the cells', and nearly all of their steps come one after
 * another, with no wait of the host in between. The same of calls of layers, "layers", with no
 * gradients in between either. Returns 0 or -ENOMEM.
 */
int recurrent_cells_say(struct finding *finding, const struct check *check);

#endif
