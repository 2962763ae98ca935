-- SPDX-License-Identifier: MIT
-- A generator of cuRAND is set up before each fill.
-- include: costly.sql
-- expect: occurrences=20, subject=set-ups of random generators, advice~curandCreateGenerator
-- expect-count: 1
UPDATE function SET name = '_Z13gen_sequencedI17curandStateXORWOWfiXadL_Z23curand_uniform_noargsIS0_EfPT_iEE10rng_configIS0_L14curandOrdering101EEEvS3_PT0_mmT1_' WHERE id = 1;
UPDATE function SET name = '_Z20generate_seed_pseudoI10rng_configI17curandStateXORWOWL14curandOrdering101EEEvyyyPT_' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 300000);
