-- SPDX-License-Identifier: MIT
-- Code is made anew eleven times, and costs more than all pauses of the host in the loop; but these are 1,320: they are not around the loads.
-- include: rebuilds.sql
-- include: pauses.sql
-- expect: headline~"mostly while the host did work of its own", cost_ns=80000000..100000000
INSERT INTO do_pauses (i, small) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 110 FROM n;
