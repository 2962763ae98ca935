-- SPDX-License-Identifier: MIT
-- JAX compiles once, in 50 ms of which the recorder saw a part; before and behind that are rounds of work with samples that
-- came late, whose stack is not known. They are near enough to the compiler's to have its stack.
-- include: setups.sql
INSERT INTO do_round VALUES (0, 1, 20), (1, 3, 20), (2, 1, 20), (3, 1, 20);
UPDATE host_sample SET asked_ns = time_ns - 9000000 WHERE host_stack_id = 3;
UPDATE host_sample SET is_late = 1 WHERE host_stack_id = 1 AND time_ns % 100000000 = 0;
UPDATE host_sample SET is_late = 0 WHERE host_stack_id = 1 AND time_ns % 100000000 <> 0;
