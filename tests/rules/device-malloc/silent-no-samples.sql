-- SPDX-License-Identifier: MIT
-- The code calls malloc(), and nobody knows how often.
-- include: heap.sql
-- abstains: needs samples of warps (record with --stalls)
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
