-- SPDX-License-Identifier: MIT
-- As fires-pytorch-inputs.sql, but with operations 200 us apart: the copies and waits take 2 % of the idle time, so that nothing is to be
-- won by leaving them out.
-- expect: evidence!~"to the device, each waited for", advice!~"torch.tensor(", advice!~num_workers
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, is_pinned) VALUES (500000 * new.i, 500000 * new.i + 4000, 1000, 8, 0);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (500000 * new.i + 3500, 5000, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 1)
		SELECT 500000 * new.i + 200000 + 200000 * k, 500000 * new.i + 206000 + 200000 * k, 2000 FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
