-- SPDX-License-Identifier: MIT
-- A run of 30 ms, and kernels with bank conflicts: INSERT INTO do_versions VALUES (function). Each is launched once for 250 us, plus 1 us for each function
-- before it, and 96 % of its passes are conflicts, for which it waits 80 % of the time.
CREATE TEMP TABLE do_versions (function_id INTEGER);
CREATE TEMP TRIGGER do_versions_row AFTER INSERT ON do_versions BEGIN
	INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
		cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
		shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
		VALUES (new.function_id + 10, new.function_id, 10560, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.function_id * 10000, 27000000 + new.function_id * 300000, 250000 + 1000 * new.function_id, new.function_id + 10);
	INSERT INTO do_metric VALUES (new.function_id + 10, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 32000),
		(new.function_id + 10, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 31000);
	INSERT INTO do_sample (function_id, reason, samples) VALUES (new.function_id, 'short_scoreboard', 600), (new.function_id, 'mio_throttle', 200), (new.function_id, 'wait', 200);
END;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 4000, 27600000, 4);
INSERT INTO do_metric VALUES (4, 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 1000), (4, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 0);
