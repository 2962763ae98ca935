-- SPDX-License-Identifier: MIT
-- Many samples in code that is not the program's, and no kernel that uses the heap.
-- include: code.sql
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
INSERT INTO pc_sampling VALUES (1, 131072, 10000, 0, 9000);
