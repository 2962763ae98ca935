-- SPDX-License-Identifier: MIT
-- The first call is a second behind the trace's start: times are told from that call on. The tuner's kernel has little time
-- elsewhere, and is named.
-- include: setups.sql
-- expect: subject=autotuning, evidence~"from 99.00 ms to 2.949 s", evidence~"of the time in kernels meanwhile: small (100.0 %)"
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, 4, 20 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4100000000 + i, 100000000 * i + 1000000, 48000000 FROM n;
