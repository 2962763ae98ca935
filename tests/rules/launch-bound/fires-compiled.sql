-- SPDX-License-Identifier: MIT
-- As fires-framework, but the kernels are torch.compile's: the advice is not to compile.
-- expect: severity=warning, occurrences=499, gain_percent=60..95, advice~In torch.compile, advice~reduce-overhead, advice!~In PyTorch
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 15000 * i, 4000, 7000 + 15000 * i, 1500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (7500000, 6000);
UPDATE function SET name = 'triton_poi_fused_add_mul_3';
