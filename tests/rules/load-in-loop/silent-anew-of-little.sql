-- SPDX-License-Identifier: MIT
-- As fires-anew, but the GPU runs for as long as the host makes kernels.
-- include: rebuilds.sql
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 5 FROM n;
INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, channel_id)
	SELECT start_ns + duration_ns - 1000, 600000, 1, 5, id, 1 FROM api_call
	WHERE name_id = (SELECT id FROM string WHERE text = 'cudaDeviceSynchronize_v3020');
