-- SPDX-License-Identifier: MIT
-- A step of PyTorch's optimizer over all parameters, on 8 of 132 SMs: no batch makes it larger.
-- expect: severity=note, advice~fused=True, advice!~larger batch, evidence~PyTorch
UPDATE function SET name = '_ZN2at6native57_GLOBAL__N__e658eeb9_24_ForeachBinaryOpScalar_cu_86b9896c25multi_tensor_apply_kernelINS1_18TensorListMetadataILi1EEENS1_21BinaryOpScalarFunctorIfLi1ELi1ELi0EEEJSt10multipliesIfEfEEEvT_T0_DpT1_' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4985000);
