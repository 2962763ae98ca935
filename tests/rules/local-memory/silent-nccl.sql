-- SPDX-License-Identifier: MIT
-- Of a kernel of NCCL the frame is known and the code is not; of the others, which have no frame, it is.
-- include: code.sql
-- include: nccl.sql
UPDATE launch_shape SET local_bytes_per_thread = 64 WHERE id = 20;
INSERT INTO do_ten_launches VALUES (20);
