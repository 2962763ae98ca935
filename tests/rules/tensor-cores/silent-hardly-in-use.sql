-- SPDX-License-Identifier: MIT
-- As silent-in-use.sql, for 2 % of the time: a kernel that does not use them has none at all.
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 2);
