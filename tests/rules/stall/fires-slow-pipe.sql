-- SPDX-License-Identifier: MIT
-- A pipe is busy though the schedulers issue in a quarter of the cycles: a slow one, such as double precision's.
-- expect: headline~"arithmetic pipe", advice~"double precision"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0, 'math_pipe_throttle', 700, 600), (2, 0, 'selected', 50, 0), (2, 0, 'wait', 250, 150);
