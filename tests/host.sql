-- SPDX-License-Identifier: MIT
-- Invented samples of native code for samples/traces/short-kernels-bad.db: one each millisecond, in a program that calls
-- itself, a library without names, and CUDA's library, once without anybody who is known to have called that.

INSERT INTO host_binary VALUES (901, '/home/me/app', 'ab', 0), (902, '/usr/lib/libcuda.so.1', NULL, 0), (903, '/usr/lib/libc.so.6', NULL, 0),
	(904, '/usr/local/cuda/lib64/libcublas.so.13', NULL, 0);
INSERT INTO host_frame (id, host_binary_id, address) VALUES (901, 903, 1000), (902, 901, 2000), (903, 901, 3000), (904, 901, 4000), (905, 904, 5000),
	(906, 904, 6000), (907, 902, 7000);
INSERT INTO host_symbol VALUES (902, 'main', '/home/me/my app.cu', 20, 1), (903, '_Z4stepv', '/home/me/my app.cu', 10, 1),
	(904, '_Z4walkIbEvi', '/home/me/my app.cu', 5, 1);
-- Started by libc: main, step, walk, walk; step, cublas, cublas, CUDA; step, CUDA; CUDA.
INSERT INTO host_stack VALUES (901, NULL, 901), (902, 901, 902), (903, 902, 903), (904, 903, 904), (905, 904, 904), (906, 903, 905), (907, 906, 906),
	(908, 907, 907), (909, 903, 907), (910, NULL, 907);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 189)
	SELECT 120000000 + 1000000 * i, 3, CASE i % 10 WHEN 0 THEN 903 WHEN 1 THEN 904 WHEN 2 THEN 905 WHEN 3 THEN 905 WHEN 4 THEN 907 WHEN 5 THEN 908
		WHEN 6 THEN 909 WHEN 7 THEN 909 WHEN 8 THEN 910 ELSE 902 END, 119000000 + 1000000 * i, 0 FROM n;
