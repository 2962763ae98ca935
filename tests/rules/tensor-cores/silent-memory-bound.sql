-- SPDX-License-Identifier: MIT
-- Memory is busy: tensor cores would wait for it as well.
UPDATE function SET name = 'ampere_sgemm_128x64_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 97);
