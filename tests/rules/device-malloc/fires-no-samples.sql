-- SPDX-License-Identifier: MIT
-- The code calls malloc(), and nobody knows how often.
-- expect: severity=note, cost_ns=5000000..5000000, gain=null, headline~not recorded, evidence~--stalls
-- include: heap.sql
-- abstains: needs samples of warps (record with --stalls)
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
