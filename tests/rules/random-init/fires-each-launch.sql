-- SPDX-License-Identifier: MIT
-- Three quarters of the samples are in what curand_init() was inlined as, in each of ten launches.
-- expect: severity=warning, subject=large, cost_ns=3750000, gain=null, headline~"75 %", headline~"each of 10 launches", advice~"once, in a kernel of its own"
-- include: random.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x80, 'lg_throttle', 700, 600), (2, 0xa0, 'selected', 50, 0), (2, 0x10, 'wait', 250, 200);
