-- SPDX-License-Identifier: MIT
-- Kernels with 70 us of the host's own work between them, and 600 us of it behind each twelfth: eight times as long, which is another kind.
-- expect: severity=warning, headline~work of its own, evidence~"330 gaps of up to 70.00 us, and 29 of 600.0 us or more"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 359)
	SELECT 100000 * i + 530000 * (i / 12), 6000 + 100000 * i + 530000 * (i / 12), 30000, 11, 4 FROM n;
