-- SPDX-License-Identifier: MIT
-- A program in PyTorch looks at 1,500 elements of an array one after another: each turn of 30 us launches a kernel of one block that compares one, and copies what it
-- says, of 1 byte, to the host, which waits for it.
UPDATE function SET name = '_ZN2at6native27unrolled_elementwise_kernelINS0_13AUnaryFunctorIllbNS0_51_GLOBAL__N__28ce311f_18_CompareEQKernel_cu_d8008c9616CompareEqFunctorIlEEEEEEviT_' WHERE id = 1;
CREATE TEMP TABLE element(i INTEGER);
CREATE TEMP TRIGGER element_row AFTER INSERT ON element BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (30000 * new.i, 30000 * new.i + 5000, 1000, 1);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (30000 * new.i + 4000, 30000 * new.i + 9000, 1000, 1, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (30000 * new.i + 8000, 4000, 1);
END;
INSERT INTO element WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1499) SELECT i FROM n;
