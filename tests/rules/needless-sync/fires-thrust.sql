-- SPDX-License-Identifier: MIT
-- As fires-after-every-launch.sql, with kernels of Thrust, which waits by itself.
-- include: needless-sync/fires-after-every-launch.sql
-- expect: severity=warning, occurrences=29, evidence~"29 waits are for what its algorithms launch", advice~"by the policy thrust::cuda::par_nosync", advice~"cub::DeviceScan"
UPDATE function SET name = '_ZN6thrust24THRUST_300001_SM_900_NS8cuda_cub4core6detail13_kernel_agentE'
	WHERE id = (SELECT function_id FROM launch_shape WHERE id = 1);
