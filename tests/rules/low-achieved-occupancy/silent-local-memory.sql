-- SPDX-License-Identifier: MIT
-- fires-caches-not-measured.sql, but its warps wait for local memory for most of the time: local-memory's finding. More of them
-- would have more of it in the same caches.
-- include: mixed.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0x140, 'long_scoreboard', 900, 800), (2, 0x120, 'selected', 100, 0);
