// SPDX-License-Identifier: MIT
// What labels of the page leave out of a demangled name, and what they must not.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { shortName } = await import(pathToFileURL(join(process.env.TEST_SOURCE, 'web/ui/timeline/describe.js')).href);

const names = [
	['void busy<int>(long)', 'busy<int>(long)'],
	['std::enable_if<!(false), void>::type internal::gemvx::kernel<int, float>(float const*)', 'internal::gemvx::kernel<int, float>(float const*)'],
	['void at::native::(anonymous namespace)::reduce<4, at::native::func_wrapper_t<float>>(at::native::Op)', 'reduce<4, func_wrapper_t<float>>(Op)'],
	['unsigned long long sum(int, int)', 'sum(int, int)'],
	['_ZN3foo', '_ZN3foo'],
	['triton_poi_fused_add_0', 'triton_poi_fused_add_0'],
	['copy, host to device', 'copy, host to device'],
	['epoch train(1)', 'epoch train(1)'],
	['epoch (1 of 3)', 'epoch (1 of 3)'],
];

for (const [i, [name, short]] of names.entries())
	console.log(`${shortName(name) === short ? 'ok' : 'not ok'} ${i + 1} - ${name}\n# ${shortName(name)}`);
console.log(`1..${names.length}`);
process.exitCode = names.every(([name, short]) => shortName(name) === short) ? 0 : 1;
