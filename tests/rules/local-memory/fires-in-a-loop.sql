-- SPDX-License-Identifier: MIT
-- The code (an ELF file made for the test, compressed): two instructions, then a loop of four with a load and a store
-- of local memory. The frame is 120 bytes.
-- expect: severity=note, occurrences=10, gain=null, cost_ns=5000000, headline~120 B, headline~50 %
INSERT INTO module (id, crc, size_bytes, loaded_ns, cubin) VALUES (1, 4711, 713, 0, x'28b52ffd0068b506002289212b706d1a03c0bbaaaa0b04a0aaaaa7c043c4d70eaf32371bc0963b528c02e2753c0367ebf1b35704c8df5ba62f79b216b4d41971d87f3644cfdf30f008b0336dfa6f794d68aa1c754128e91a3d15ff4848fc7b800120bfc20affbe47e92e20a7c9b64a15c74eac73bc2f533fdf0654b77022288698b0fe6ead696fd51679373d7f773e248e502aa061702d3222ae6735f052db36e00d0cb2b2db76f6206b8b0e236ef29ab364c5735bd9c17a3a21c3ad9e3db971d807b332d983c48e9e6d30bc21cd1c324441f06327aeadbf0bcf642f59e903');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
