// SPDX-License-Identifier: MIT
// What the page says of a trace's notes.
import { deepStrictEqual } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { noteTexts, nothingMissing } = await import(pathToFileURL(join(process.env.TEST_SOURCE, 'web/ui/notes.js')).href);

const note = (code, subject, count, message) => ({ severity: 'note', code, subject, count, message });
const reason = 'a kernel was not measured: it uses managed memory';
const joined = ['vm:5224:17', 'vm:5239:18', 'node:77:19'].map((subject) => note('joined-run', subject, 1, 'joined'));
const kernels = ['void gemv<int, 1>(float*)', 'void gemv<int, 2>(float*)', 'dot(int)', 'sum', 'last(char)'].map((name, i) => note('not-measured', name, i + 1, reason));

const cases = [
	['what is said of several kernels is said once', noteTexts(kernels), [`not-measured (gemv, dot, sum and 2 more), 15 times: each of 5 kernels was not measured: it uses managed memory`]],
	['other reasons stay apart', noteTexts([kernels[2], { ...kernels[3], message: 'a kernel was not measured: it never ends' }, kernels[4]]),
		['not-measured (dot, last), 8 times: each of 2 kernels was not measured: it uses managed memory', 'not-measured (sum), 4 times: a kernel was not measured: it never ends']],
	['one kernel', noteTexts([kernels[2]]), [`not-measured (dot(int)), 3 times: ${reason}`]],
	['runs of a host are one line', noteTexts(joined), ['2 runs joined: processes 5224, 5239 on vm', '1 run joined: process 77 on node']],
	['others, and what is no note', noteTexts([note('cut-stacks', 'host', 2, 'left out'), { ...kernels[0], severity: 'warning' }]), ['cut-stacks (host), 2 times: left out']],
	['nothing is missing', nothingMissing(joined), 'Nothing is missing from the trace.'],
	['nothing but what was left out', nothingMissing(kernels), 'Nothing is missing from the trace but what the notes say.'],
];

for (const [i, [what, got, want]] of cases.entries()) {
	try {
		deepStrictEqual(got, want);
		console.log(`ok ${i + 1} - ${what}`);
	} catch (error) {
		console.log(`not ok ${i + 1} - ${what}\n# ${error.message.replaceAll('\n', '\n# ')}`);
		process.exitCode = 1;
	}
}
console.log(`1..${cases.length}`);
