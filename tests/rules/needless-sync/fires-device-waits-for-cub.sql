-- SPDX-License-Identifier: MIT
-- As fires-kernels-of-cub.sql, but the host waits for the device, as Thrust does not: the program waits itself.
-- include: needless-sync/fires-after-every-launch.sql
-- expect: severity=warning, occurrences=29, evidence!~"Thrust", advice!~"Thrust"
UPDATE function SET name = '_ZN3cub17CUB_300001_SM_9006detail10radix_sort31DeviceRadixSortSingleTileKernelEv'
	WHERE id = (SELECT function_id FROM launch_shape WHERE id = 1);
