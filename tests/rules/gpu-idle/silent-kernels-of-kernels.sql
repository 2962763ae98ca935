-- SPDX-License-Identifier: MIT
-- A kernel launches others itself, which have no records, and the host waits for all of them: while they run, the GPU
-- is not idle, and between them there are 30 us of 1.5 ms. What they made is copied to the host.
INSERT INTO module (id, crc, size_bytes, loaded_ns, cubin) VALUES (1, 4711, 832, 0, x'28b52ffd0488050800a20a292d80ab0e334399c22830039d2ca0e2945b70ad0b685b5a928cb2e483b32d1e8de14848226b3c451e7131244dca14ffd6feaf215910545449e6c19a28f9a1054627404db0f911fdff19faff1f803e2a290983407ac2ffcfaffeaae8ac1975b6b32762eddab207c688f9de1fbbfeb8de0b7bf7873bc739ce75f438c71d98d934d73157d85b4352875d59ff82c31e821bacfff3018f616f27cbf9f99ea74f39e6a4110db20933a041b017884949a1326c0650654439066bf2c6b2fd506212d5455f3365949900730630cb2401da64835aa79b6c21351d4b783261803476a6a5a6a6564deee98301fa5746c4d4ac59d949b712dd9f0db2aa6e91abf4d310d253a328a4');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1530000 * new.i, 6000 + 1530000 * new.i, 120000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 1530000 * new.i, 1496000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (1503000 + 1530000 * new.i, 24000, 1510000 + 1530000 * new.i, 15000, 4096, 2, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
