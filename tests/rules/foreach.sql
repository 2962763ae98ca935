-- SPDX-License-Identifier: MIT
-- PyTorch's operations on lists of arrays: large() is a product, small() a square root. do_step: step I, ten launches of large() and COUNT
-- of small(), of 100 us each, and a kernel of another kind behind them.
UPDATE function SET name = '_ZN2at6native57_GLOBAL__N__e658eeb9_24_ForeachBinaryOpScalar_cu_86b9896c25multi_tensor_apply_kernelINS1_18TensorListMetadataILi1EEENS1_21BinaryOpScalarFunctorIfLi1ELi1ELi0EEEJSt10multipliesIfEfEEEvT_T0_DpT1_' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native50_GLOBAL__N__b6ca21f8_17_ForeachUnaryOp_cu_77fe623d25multi_tensor_apply_kernelINS1_18TensorListMetadataILi2EEENS1_14UnaryOpFunctorIfLi2ELi1ELi1EEEJNS0_4SqrtIfEEEEEvT_T0_DpT1_' WHERE id = 1;
CREATE TEMP TABLE do_step (i INTEGER, count INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		SELECT 80000 * new.i + 4000 * i.value, 6000 + 1930000 * new.i + 101000 * i.value, 100000, CASE WHEN i.value < 10 THEN 5 ELSE 7 END
		FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]') i WHERE i.value < 10 + new.count;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (80000 * new.i + 76000, 6000 + 1930000 * new.i + 1900000, 2000, 4, 2);
END;
