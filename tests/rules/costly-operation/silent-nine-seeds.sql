-- SPDX-License-Identifier: MIT
-- Nine generators are set up, as a program with nine threads may do.
-- include: costly.sql
UPDATE function SET name = '_Z13gen_sequencedI17curandStateXORWOWfiXadL_Z23curand_uniform_noargsIS0_EfPT_iEE10rng_configIS0_L14curandOrdering101EEEvS3_PT0_mmT1_' WHERE id = 1;
UPDATE function SET name = '_Z20generate_seed_pseudoI10rng_configI17curandStateXORWOWL14curandOrdering101EEEvyyyPT_' WHERE id = 2;
INSERT INTO do_steps VALUES (9, 300000);
