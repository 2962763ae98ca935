-- SPDX-License-Identifier: MIT
-- A convolution of cuDNN, in an older GPU that has no TF32.
-- expect: severity=warning, advice~FP16, evidence~"FP16 up to 8", headline~convolutions
UPDATE function SET name = '_Z23implicit_convolve_sgemmIffLi128ELi5ELi5ELi3ELi3ELi3ELi0ELb1ELb0ELb1EEviiiPKT_iPT0_PS1_18kernel_conv_paramsyiffiS3_S3_S5_S5_bii' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
UPDATE device SET compute_capability_major = 7, compute_capability_minor = 0;
