-- SPDX-License-Identifier: MIT
-- fires-results-each-step.sql with sums of CUB, which leaves them on the GPU: the program copies them itself.
-- expect: evidence~"each waited for", evidence!~"Thrust"
-- include: results.sql
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelIPfEEvv';
