-- SPDX-License-Identifier: MIT
-- __launch_bounds__(1024) leaves the kernel 64 registers, and it is launched with 256 threads.
-- include: spilled_threads.sql
-- expect: severity=note, headline!~indexed, advice~"promise blocks of up to 1,024 threads, which leaves 64, but it is launched with 256 threads. __launch_bounds__(256) leaves more"
UPDATE launch_shape SET registers_per_thread = 64 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
