-- SPDX-License-Identifier: MIT
-- Ten times the program copies what GPU 0 has to the host and from there to GPU 1, more each time: 3.2 ms, of which direct copies
-- would leave a tenth of a millisecond or the time over the bus.
-- expect: severity=warning, subject="GPU 0 to GPU 1", gain=null, occurrences=10, headline~"the program itself", advice~"cudaMemcpyPeerAsync", cost_ns>=1000000
-- expect-count: 1
-- include: peers.sql
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 161000 * i, 160000, (8 << 20) + 4096 * (i / 2), 2 - i % 2, CASE i % 2 WHEN 0 THEN 11 ELSE 31 END FROM n;
