-- SPDX-License-Identifier: MIT
-- A module that is no compressed ELF file.
-- abstains: does not have the code
INSERT INTO module (id, crc, size_bytes, loaded_ns, cubin) VALUES (1, 4711, 1000, 0, x'28b52ffd00');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
