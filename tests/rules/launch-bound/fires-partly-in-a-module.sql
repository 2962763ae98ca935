-- SPDX-License-Identifier: MIT
-- Ten rows of launches, of which three are of one computation of XLA's each: most are not under one jit yet.
-- expect: severity=warning, advice~"put the whole step under one jax.jit", advice!~"has compiled already"
CREATE TEMP TABLE do_part (i INTEGER);
CREATE TEMP TRIGGER do_part_row AFTER INSERT ON do_part BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 49)
		SELECT 270000 * new.i + 5000 * k, 4700, 270000 * new.i + 7000 + 5000 * k, 1000 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (270000 * new.i + 251000, 6000);
END;
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
UPDATE function SET name = 'loop_add_fusion';
INSERT INTO string (id, text) VALUES (9000, 'XlaModule:#hlo_module=jit_update,program_id=4#');
INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT 1 + i, 9000, 1, 270000 * i - 100, 270000 * i + 250000 FROM n;
