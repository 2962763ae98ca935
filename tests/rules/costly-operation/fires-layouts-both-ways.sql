-- SPDX-License-Identifier: MIT
-- cuDNN's changes of layout, there and back, are one operation.
-- include: costly.sql
-- expect: occurrences=40, subject=changes of layout, advice~channels_last
-- expect-count: 1
UPDATE function SET name = '_ZN5cudnn19engines_precompiled16nchwToNhwcKernelIfffLb0ELb1EL21cudnnKernelDataType_t0EEEvNS_20nchw2nhwc_params' WHERE id = 1;
UPDATE function SET name = '_ZN5cudnn19engines_precompiled16nhwcToNchwKernelIfffLb1ELb0EL21cudnnKernelDataType_t0EEEvNS_20nhwc2nchw_params' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
