-- SPDX-License-Identifier: MIT
-- What CUPTI records of a copy between GPUs by way of the host, 8 MiB in 20 us, is no measure of pinned memory: the link is.
-- expect: subject="host to device", cost_ns=3600000..3720000, evidence~"85 % of PCIe"
-- include: peers.sql
INSERT INTO do_staged VALUES (0, 140000);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
	SELECT 1100000 + 1500000 * i, 1130000, 1110000 + 1500000 * i, 1103000, 10000000, 0 FROM n;
