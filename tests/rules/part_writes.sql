-- SPDX-License-Identifier: MIT
-- Steps of an XLA program: large() does what it does for 300 us, an array of 64 MiB is copied in 30 us, and kernels of four numbers,
-- NODE_NS each, write parts of the copy.
UPDATE function SET name = 'loop_multiply_fusion' WHERE id = 2;
UPDATE function SET name = 'loop_dynamic_update_slice_fusion' WHERE id = 1;
INSERT INTO function VALUES (11, 'loop_dynamic_update_slice_fusion_1'), (12, 'loop_dynamic_update_slice_fusion_2'), (13, 'loop_dynamic_update_slice_fusion_3');
INSERT INTO launch_shape SELECT 20 + f.id, f.id, 1875, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM function f WHERE f.id IN (1, 11, 12, 13);
CREATE TEMP TABLE do_step (i INTEGER, node_ns INTEGER, copy_kind INTEGER DEFAULT 8, nodes INTEGER DEFAULT 4);
CREATE TEMP TABLE node (i INTEGER, shape INTEGER);
INSERT INTO node VALUES (0, 33), (1, 32), (2, 31), (3, 21);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (30000 * new.i, 6000 + 1000000 * new.i, 300000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (30000 * new.i + 4000, 307000 + 1000000 * new.i, 30000, 64 << 20, new.copy_kind);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		SELECT 30000 * new.i + 8000 + 4000 * i, 338000 + 1000000 * new.i + (new.node_ns + 1000) * i, new.node_ns, shape FROM node WHERE i < new.nodes;
END;
