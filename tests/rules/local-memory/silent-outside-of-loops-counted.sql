-- SPDX-License-Identifier: MIT
-- Values that are stored before a loop and loaded behind it: of what the kernel moves they are a fifth, and of what it
-- executes next to nothing.
INSERT INTO module (id, crc, size_bytes, loaded_ns, cubin) VALUES (1, 4711, 745, 0, x'28b52ffd0068cd060032c9212b706d1a03b0bcaaea6221fca3ffbfea512b2a855759b01fc0963bdab780781dcfc0d97afcec1501f2f796296f49aa1654b40671d87f363ecfdf30d8082e2c9bfe6bb2b4c816889e4c972c6d2aa6a19f2424fe3dc000944f5d857fdf93749590bb60dba48e6437d6331ef8550e88e9d429dc188ea245acbf5767d91bb57defa3e7efce07c4e1092ba07174880223e27a560300539b36e00d4cb2b2db767690ea2dbaee1ec963ca20234f8d8c9aaebdd9ead99d848151f77b90e53dacdca68c1e3699d8e0cd0c322400f0c78210a65e2f9c415eb2d707');
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__inst_executed.sum', 1000000), (5, 'smsp__inst_executed_op_local_ld.sum', 100),
	(5, 'smsp__inst_executed_op_local_st.sum', 100), (5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum', 128000),
	(5, 'l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum', 128000),
	(5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 24000), (5, 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 8000),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 90);
