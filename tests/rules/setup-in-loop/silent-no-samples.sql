-- SPDX-License-Identifier: MIT
-- Nobody has sampled the host.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, 20 FROM n;
DELETE FROM host_sample;
