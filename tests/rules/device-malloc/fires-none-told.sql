-- SPDX-License-Identifier: MIT
-- Warps were sampled, but CUPTI took the whole program for code that it does not know: as if nobody had looked.
-- expect: severity=note, cost_ns=5000000..5000000, gain=null, headline~not recorded, evidence~--stalls
-- include: heap.sql
-- abstains: needs samples of warps (record with --stalls)
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
INSERT INTO pc_sampling VALUES (1, 131072, 10000, 0, 10000);
