-- SPDX-License-Identifier: MIT
-- Counters were asked for, and the kernel was left out: the reason is said.
-- abstains: needs hardware counters (record with --metrics); the recorder did not measure large: it uses managed memory, which the host may write
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO diagnostic SELECT 'not-measured', f.name, 0, 2, 'a kernel was not measured: it uses managed memory, which the host may write meanwhile; these metrics take 14 passes'
	FROM launch_shape s JOIN function f ON f.id = s.function_id WHERE s.id = 5;
