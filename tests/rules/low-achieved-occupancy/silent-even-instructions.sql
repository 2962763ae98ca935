-- SPDX-License-Identifier: MIT
-- One SM is active for 38 % longer than the average one, but all schedulers execute as many instructions: the work is dealt
-- evenly, and something else holds some blocks longer, atomic operations at their end for example.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 41), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 832768), (5, 'smsp__inst_executed.max', 1584),
	(5, 'sm__cycles_active.avg', 16900), (5, 'sm__cycles_active.max', 23100);
