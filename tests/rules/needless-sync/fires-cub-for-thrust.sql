-- SPDX-License-Identifier: MIT
-- As fires-kernels-of-cub.sql, but the kernel is made for what Thrust hands over.
-- include: needless-sync/fires-kernels-of-cub.sql
-- expect: severity=warning, occurrences=29, evidence~"29 waits are for what its algorithms launch", advice~"Algorithms of Thrust wait"
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail8for_each13static_kernelIN6thrust23THRUST_300001_SM_900_NS8cuda_cub10__tabulateEEEvv'
	WHERE id = (SELECT function_id FROM launch_shape WHERE id = 1);
