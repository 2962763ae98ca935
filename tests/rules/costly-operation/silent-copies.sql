-- SPDX-License-Identifier: MIT
-- Copies that change a type, and concatenations: programs without fault have them, too.
-- include: costly.sql
UPDATE function SET name = '_ZN2at6native18elementwise_kernelILi128ELi2EZNS0_22gpu_kernel_impl_nocastIZZZNS0_23direct_copy_kernel_cudaERNS_18TensorIteratorBaseE' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native12_GLOBAL__N_130CatArrayBatchedCopy_vectorizedINS1_10OpaqueTypeILj2EEEjLi3ELi64ELi64ELi16ELi8EEE' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
