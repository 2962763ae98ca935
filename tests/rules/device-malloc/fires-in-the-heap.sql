-- SPDX-License-Identifier: MIT
-- Ten kernels of 500 us that call malloc() and free(); nine of ten samples lie in the driver's code.
-- include: heap.sql
-- expect: severity=warning, occurrences=10, gain=null, cost_ns=4490000..4510000, headline~"device heap", evidence~"90.0 %"
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
INSERT INTO pc_sampling VALUES (1, 131072, 10000, 0, 9000);
