-- SPDX-License-Identifier: MIT
-- As fires-imbalance.sql, but launch calls take 36 years each: kernels are
-- short against that, in any arithmetic, but none waited for its call: only samples are missing.
-- abstains: samples of warps
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
UPDATE api_call SET duration_ns = (1 << 60) - 1000000;
