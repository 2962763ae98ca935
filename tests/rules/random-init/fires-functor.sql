-- SPDX-License-Identifier: MIT
-- A functor that the program hands to CUB starts a generator for each element.
-- include: functor_seeded.sql
-- expect: headline~"curand_init() takes 80 %", advice~"Initialise the state", evidence!~"CUB chose this kernel"
-- expect-count: 1
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample VALUES (2, 0x160, 'wait', 800, 100), (2, 0x3d0, 'wait', 200, 200);
