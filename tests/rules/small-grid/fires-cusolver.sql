-- SPDX-License-Identifier: MIT
-- A factorization of cuSOLVER on 8 of 132 SMs.
-- expect: severity=note, gain=null, advice~"larger batch", evidence~"cuSOLVER chose this kernel"
-- expect-count: 1
UPDATE function SET name = '_Z11getrf_pivotI13getrf_params_IdLi512ELi2ELi512ELi256ELi1EEEviiiPviPliPNT_9data_typeEPjS7_S6_jjjPi' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
