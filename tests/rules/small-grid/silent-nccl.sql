-- SPDX-License-Identifier: MIT
-- An all-reduce of NCCL takes most of the run with 24 blocks: they are its channels, and it waits for other GPUs.
-- include: nccl.sql
INSERT INTO do_ten_launches VALUES (20);
