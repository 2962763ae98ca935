-- SPDX-License-Identifier: MIT
-- As in fires-each-step, where no copy went directly, but NVLink is between the GPUs: 391 of 425 GB/s. Another link is not theirs.
-- expect: subject="GPU 0 to GPU 1", cost_ns=1700000..1720000, gain_ns=1400000..1600000, evidence~"391 GB/s, 92 % of their NVLink"
-- expect-count: 1
-- include: peers.sql
INSERT INTO device_link VALUES (0, 1, 424980000000), (1, 0, 10000000000);
INSERT INTO do_staged_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
