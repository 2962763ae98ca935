-- SPDX-License-Identifier: MIT
-- One thread launches one kernel, the other one another: the passes of a network, each in a thread of its own.
-- include: shared.sql
INSERT INTO launch_shape SELECT 10, 2, 8, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0;
INSERT INTO do_request (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, iif(i % 2, 10, 2) FROM n;
