-- SPDX-License-Identifier: MIT
-- A token is decoded for 16 sequences: a block each. The kernel is vLLM's, whose user chooses how many sequences there are,
-- and nothing about the launch.
-- expect: evidence~vLLM, advice~"larger batch", advice!~"Launch at least"
UPDATE function SET name = '_ZN4vllm15rms_norm_kernelIN3c108BFloat16EEEvPT_PKS3_S6_fii' WHERE id = 1;
UPDATE launch_shape SET grid_x = 16, block_x = 1024 WHERE id = 3;
INSERT INTO do_ten_launches VALUES (3);
