-- SPDX-License-Identifier: MIT
-- Four rows of eight operations, with a reduction behind each: of each row, which this ends, one kernel's time stays.
-- include: operations.sql
-- expect: severity=note, occurrences=36, cost_ns=3200000, gain=null, headline~4 rows
-- expect-count: 1
INSERT INTO do_row VALUES (0, 8), (9, 8), (18, 8), (27, 8);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (150000, 3500000);
