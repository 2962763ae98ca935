-- SPDX-License-Identifier: MIT
-- fires-pytorch-inputs.sql from pinned memory: pinning is no advice.
-- expect: evidence~"copies of 8 B to the device, each waited for", advice~"non_blocking=True", advice!~"torch.tensor("
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi4EEEviT1_';
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, is_pinned) VALUES (220000 * new.i, 220000 * new.i + 4000, 1000, 8, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (220000 * new.i + 3500, 5000, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 1)
		SELECT 220000 * new.i + 100000 + 100000 * k, 220000 * new.i + 106000 + 100000 * k, 2000 FROM n;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
