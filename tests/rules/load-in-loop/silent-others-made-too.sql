-- SPDX-License-Identifier: MIT
-- A start: five kernels are launched between the loads of a sixth, but two of them are loaded anew as well.
-- include: rebuilds.sql
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 5 FROM n;
CREATE TEMP TABLE more AS SELECT c.id AS call, c.start_ns FROM kernel k JOIN api_call c ON c.id = k.correlation_id WHERE k.launch_shape_id IN (22, 24);
UPDATE api_call SET id = -3 * id;
UPDATE kernel SET correlation_id = -3 * correlation_id;
UPDATE synchronization SET correlation_id = -3 * correlation_id;
INSERT INTO api_call (id, start_ns, duration_ns, thread_id, name_id, result)
	SELECT -3 * call + 1, start_ns - 600, 500, 1, (SELECT id FROM string WHERE text = 'cuLibraryLoadData'), 0 FROM more;
UPDATE api_call SET id = -id;
UPDATE kernel SET correlation_id = -correlation_id;
UPDATE synchronization SET correlation_id = -correlation_id;
