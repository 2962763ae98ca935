-- SPDX-License-Identifier: MIT
-- Steps of two short rows, of the main thread and of the one for gradients, each less than ten; the kernels of the optimizer's row behind
-- them take long, so that the GPU does not wait for it: it is none of the step's row.
-- include: step_of_training.sql
UPDATE kernel SET duration_ns = 200000 WHERE start_ns % 700000 BETWEEN 336000 AND 340000;
