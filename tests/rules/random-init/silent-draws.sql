-- SPDX-License-Identifier: MIT
-- Less than a hundredth of the samples is in curand_init().
-- include: random.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x80, 'lg_throttle', 9, 8), (2, 0x10, 'wait', 991, 900);
