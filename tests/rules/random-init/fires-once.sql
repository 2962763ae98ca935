-- SPDX-License-Identifier: MIT
-- A kernel that makes the states, launched once: a generator that starts faster is a hint.
-- expect: severity=note, subject=large, cost_ns=450000, headline!~launches, advice!~"once, in a kernel of its own", advice~Philox
-- include: random.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000, 505000);
INSERT INTO do_sample VALUES (2, 0x80, 'lg_throttle', 900, 800), (2, 0x10, 'wait', 100, 80);
