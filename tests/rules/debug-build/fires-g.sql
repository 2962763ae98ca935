-- SPDX-License-Identifier: MIT
-- Ten kernels of 500 us whose module was compiled with -G.
-- include: debug.sql
-- expect: severity=warning, occurrences=10, gain=null, cost_ns=5000000..5000000, headline~debugger, advice~"without -G", evidence~"large (10)"
INSERT INTO do_ten_launches (launch_shape_id) VALUES (5);
