-- SPDX-License-Identifier: MIT
-- CUDA_DEVICE_MAX_CONNECTIONS=1 was set: that may be meant, so it is a note, and says so.
-- expect: severity=note, evidence~training frameworks, advice~CUDA_DEVICE_MAX_CONNECTIONS=5, gain_percent=60..70
INSERT INTO environment VALUES ('CUDA_DEVICE_MAX_CONNECTIONS', '1');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 203000 * (i / 3) + 101000 * (i % 3), 100000, 11 + i / 3, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 872000);
