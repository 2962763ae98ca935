-- SPDX-License-Identifier: MIT
-- A module is loaded once in a program that copies, and launches nothing.
DELETE FROM launch_shape;
DELETE FROM function;
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (0, 500000, 'cuModuleLoadData');
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (510000, 515000, 600000, 32 << 20);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes) VALUES (520000, 1116000, 600000, 32 << 20);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (530000, 1190000);
