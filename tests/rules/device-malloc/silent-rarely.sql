-- SPDX-License-Identifier: MIT
-- The code calls malloc(), but hardly ever comes there: what is not the program's is CUPTI's own part of the samples.
-- include: heap.sql
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
INSERT INTO pc_sampling VALUES (1, 131072, 10000, 0, 1200);
