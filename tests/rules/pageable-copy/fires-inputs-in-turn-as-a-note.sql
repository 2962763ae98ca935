-- SPDX-License-Identifier: MIT
-- Six inputs of 16 MiB at places of their own, each worked on before the next comes, which the host has 9 ms to read: one buffer can serve for all.
-- expect: subject="host to device", severity=note, gain=null, evidence~"one buffer that is pinned once", advice~"in one buffer that is pinned once"
CREATE TEMP TABLE do_input (i INTEGER);
CREATE TEMP TRIGGER do_input_row AFTER INSERT ON do_input BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES ((5100000 + 9000000) * new.i, 2100000, (5100000 + 9000000) * new.i + 10000, 2080000, 16 << 20, 0, 0, 'cudaMemcpy_v3020', 536870912 + 33554432 * new.i);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES ((5100000 + 9000000) * new.i + 4010000, (5100000 + 9000000) * new.i + 4016000, 500000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES ((5100000 + 9000000) * new.i + 4020000, 500000);
END;
INSERT INTO do_input WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
