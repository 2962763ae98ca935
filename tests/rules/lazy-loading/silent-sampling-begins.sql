-- SPDX-License-Identifier: MIT
-- Warps are sampled, and that begins in the first launch of the second thread, for 300 ms; the first launch of the third, 132 ms
-- later, waits for it for 168 ms, while the first thread copies on, so that none of it can be cut out. It is the recorder's time, and
-- loads no code.
-- budget: recorder>=51, loading<=1
INSERT INTO pc_sampling VALUES (1, 32768, 100, 0, 0);
INSERT INTO thread VALUES (3, 4713, 'worker');
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (196608, 0, 5000, 1);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, thread_id) VALUES (10000, 20000, 40000, 900000, 40000000, 11, 1);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
  VALUES (1000000, 300000000, 300990000, 1000000, 12, 4, 2);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, thread_id)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 131)
  SELECT 1100000 + i*1000000, 20000, 1140000 + i*1000000, 900000, 40000000, 11, 1 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
  VALUES (133000000, 168100000, 301090000, 5000000, 13, 1, 3);
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, thread_id)
  WITH RECURSIVE n(i) AS (SELECT 132 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
  SELECT 1100000 + i*1000000, 20000, 1140000 + i*1000000, 900000, 40000000, 11, 1 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
  SELECT 306200000 + i*5000, 306230000 + i*1000000, 990000, 13, 4, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns, thread_id) VALUES (307000000, 21000000,3);
