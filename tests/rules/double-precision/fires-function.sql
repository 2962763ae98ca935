-- SPDX-License-Identifier: MIT
-- exp() of an expression of floats, in a loop: four of them become doubles for one that goes back, with 22 operations in
-- between. Half of the samples are there.
-- include: double_exp.sql
-- expect: severity=warning, subject=large, cost_ns=2500000, headline~50 %, evidence~22 operations in doubles between 4 conversions of floats to doubles and 1 back
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x190, 'wait', 200, 180), (2, 0x1f0, 'math_pipe_throttle', 300, 280), (2, 0x10, 'wait', 500, 450);
