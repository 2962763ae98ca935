-- SPDX-License-Identifier: MIT
-- do_reset, behind allocations.sql: from CALL_NS on a round of MALLOC_NS in cudaMalloc(), which starts CUDA again, ten kernels of
-- 1 ms in the null stream of a context, launched in FIRST_NS and then 4 us each, a wait for them, cudaFree(), and RESET_NS in a
-- call that ends CUDA (0: there is none).
CREATE TEMP TABLE do_reset (call_ns INTEGER NOT NULL, context_id INTEGER NOT NULL, malloc_ns INTEGER NOT NULL DEFAULT 150000000,
	reset_ns INTEGER NOT NULL DEFAULT 40000000, first_ns INTEGER NOT NULL DEFAULT 4000, api TEXT NOT NULL DEFAULT 'cudaDeviceReset_v3020');
CREATE TEMP TRIGGER do_reset_row AFTER INSERT ON do_reset BEGIN
	INSERT INTO context SELECT new.context_id, 0, 7, NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM context WHERE id = new.context_id);
	INSERT INTO stream SELECT 100 + new.context_id, new.context_id, 7, 3, 0 WHERE NOT EXISTS (SELECT 1 FROM stream WHERE id = 100 + new.context_id);
	INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
		VALUES (new.call_ns, new.malloc_ns, 1, 1048576, 4194304, 'cudaMalloc_v3020');
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
		SELECT new.call_ns + new.malloc_ns + CASE WHEN i THEN new.first_ns ELSE 0 END + 5000 * (i + 1),
			CASE WHEN i THEN 4000 ELSE new.first_ns END, new.call_ns + new.malloc_ns + new.first_ns + 10000 + 1001000 * i, 1000000,
			100 + new.context_id, 4 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.call_ns + new.malloc_ns + new.first_ns + 60000, 9964000);
	UPDATE synchronization SET context_id = new.context_id WHERE correlation_id = (SELECT max(id) FROM api_call);
	INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
		VALUES (new.call_ns + new.malloc_ns + new.first_ns + 10030000, 300000, 2, 1048576, 4194304, 'cudaFree_v3020');
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		SELECT new.call_ns + new.malloc_ns + new.first_ns + 10340000, new.reset_ns, new.api WHERE new.reset_ns;
END;
