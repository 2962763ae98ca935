-- SPDX-License-Identifier: MIT
-- Counters say that the tensor cores are in use, whatever the name says.
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 40);
