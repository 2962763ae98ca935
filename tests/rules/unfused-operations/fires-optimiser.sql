-- SPDX-License-Identifier: MIT
-- Four steps of an optimiser: an operation on all parameters in ten launches, another one in eight: of each step the longer pass stays.
-- include: foreach.sql
-- expect: severity=note, subject=optimiser, occurrences=72, cost_ns=3200000, gain=null, headline~4 steps, advice~fused=True
-- expect-count: 1
INSERT INTO do_step VALUES (0, 8), (1, 8), (2, 8), (3, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (350000, 8000000);
