-- SPDX-License-Identifier: MIT
-- Launches that fail, one allocation without memory, and a call that programs use to ask.
-- expect: severity=error, occurrences=12, gain=null, headline~cudaErrorInvalidConfiguration
-- expect: severity=error, occurrences=1, headline~CUDA_ERROR_OUT_OF_MEMORY
-- expect: severity=note, occurrences=1, headline~cudaErrorPeerAccessAlreadyEnabled
-- expect: severity=error, occurrences=1, headline~error 12345
-- expect-count: 4
INSERT INTO do_call (call_ns, api, result)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT 4000 * i, 'cudaLaunchKernel_v7000', 9 FROM n;
INSERT INTO do_call (call_ns, api, result) VALUES (50000, 'cuMemAlloc_v2', 2),
	(54000, 'cudaDeviceEnablePeerAccess_v4000', 704), (58000, 'cudaMemcpy_v3020', 12345);
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (62000, 68000, 10000);
