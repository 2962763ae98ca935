-- SPDX-License-Identifier: MIT
-- Thirty rows of twelve kernels of one block, CuPy's operations on elements, one every 10 us. Behind each row a copy takes a number to the host, which waits for it.
UPDATE function SET name = 'cupy_add__float64_float64_float64' WHERE id = 1;
CREATE TEMP TABLE numbers(i INTEGER);
CREATE TEMP TRIGGER numbers_row AFTER INSERT ON numbers BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
		SELECT 150000 * new.i + 10000 * value, 4000, 150000 * new.i + 10000 * value + 6000, 1000 FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11]');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (150000 * new.i + 120000, 15000, 150000 * new.i + 130000, 1000, 1, 2, 0, 0);
END;
INSERT INTO numbers WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
