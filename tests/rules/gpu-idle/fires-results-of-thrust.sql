-- SPDX-License-Identifier: MIT
-- fires-results-each-step.sql with sums of Thrust, which returns each to the host.
-- expect: evidence~"what its algorithms return", evidence~"cub::DeviceReduce"
-- include: results.sql
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelIN6thrust23THRUST_300001_SM_900_NS6detail15normal_iteratorIPfEEEEvv';
