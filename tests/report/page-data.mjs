// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';

const source = process.env.TEST_SOURCE;
const ui = pathToFileURL(join(source, 'web/ui/')).href;
const { NONE, decodeColumns } = await import(`${ui}timeline/columns.js`);
const { formatPercent } = await import(`${ui}format.js`);
const { shareIds } = await import(`${ui}colours.js`);
const traces = join(source, 'samples/traces');
let count = 0;
let failed = 0;

function ok(isGood, what, ...why) {
	count++;
	failed += isGood ? 0 : 1;
	console.log(`${isGood ? 'ok' : 'not ok'} ${count} - ${what}`);
	for (const line of isGood ? [] : why)
		console.log(`# ${line}`);
}

const analyze = (...args) => execFileSync(process.env.TEST_WARPWISE, ['analyze', ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });

// { report, timelines } that a page carries.
function readPage(...paths) {
	const page = analyze('--format', 'html', '--no-source', ...paths);
	return {
		page,
		report: JSON.parse(/<script type="application\/json" id="report">([^<]*)</.exec(page)[1]),
		timelines: [...page.matchAll(/id="timeline-\d+">([^<]*)</g)].map(([, data]) => decodeColumns(inflateRawSync(Buffer.from(data, 'base64')))),
	};
}

// What the time budget's steps add up to is the report's budget, to the ns.
function budgetErrors(report, timeline, process) {
	const sums = {};
	for (let i = 0; i < timeline.steps.rows; i++) {
		const { id } = report.legend.shares[timeline.steps.share[i]];
		sums[id] = (sums[id] ?? 0) + timeline.steps.duration_ns[i];
	}
	const wanted = process.budget.share_ns;
	return [...new Set([...Object.keys(sums), ...Object.keys(wanted)])].filter((id) => (sums[id] ?? 0) !== (wanted[id] ?? 0))
		.map((id) => `${id}: steps have ${sums[id]}, the budget ${wanted[id]}`);
}

function operationErrors(timeline, process) {
	const { operations, calls, names, tracks, shapes } = timeline;
	const errors = [];
	const kinds = [0, 0, 0];
	for (let i = 0; i < operations.rows; i++) {
		const blocker = operations.blocker[i];
		const call = operations.call[i];
		const end = operations.start_ns[i] + operations.duration_ns[i];
		kinds[operations.category[i]] += operations.count[i];
		if (operations.start_ns[i] < (operations.start_ns[i - 1] ?? -Infinity))
			errors.push(`operation ${i} is out of order`);
		if (operations.name[i] >= names.length || operations.track[i] >= tracks.length)
			errors.push(`operation ${i} has a name or track that is not there`);
		if ((operations.category[i] === 0) !== (operations.shape[i] < shapes.rows))
			errors.push(`operation ${i}: a kernel has a launch shape, others have none`);
		if (blocker !== NONE && operations.start_ns[blocker] > end)
			errors.push(`operation ${i} was held back by one that came after it`);
		if (call !== NONE && calls.start_ns[call] > operations.start_ns[i])
			errors.push(`operation ${i} starts before its call`);
	}
	const devices = process.devices.reduce((sums, d) => [sums[0] + d.kernels, sums[1] + d.copies, sums[2] + d.fills], [0, 0, 0]);
	if (kinds.join() !== devices.join())
		errors.push(`kernels, copies, fills: ${kinds} here, ${devices} in the report`);
	if (calls.count.reduce((sum, n) => sum + n, 0) !== process.call_count)
		errors.push('calls');
	return errors;
}

// Samples of a thread come one after another within the run, each with a name.
function sampleErrors({ samples, names, threads, first_ns: first, last_ns: last }) {
	const errors = [];
	const until = new Map();
	for (let i = 0; i < samples.rows; i++) {
		const end = samples.start_ns[i] + samples.duration_ns[i];
		if (samples.start_ns[i] < (until.get(samples.thread[i]) ?? first) || end > last || samples.depth[i])
			errors.push(`sample ${i} overlaps another, or is outside the run`);
		if (samples.duration_ns[i] <= 0 || samples.name[i] >= names.length || samples.thread[i] >= threads.length)
			errors.push(`sample ${i} has no duration, name or thread`);
		if (samples.start_ns[i] < (samples.start_ns[i - 1] ?? -Infinity))
			errors.push(`sample ${i} is out of order`);
		until.set(samples.thread[i], end);
	}
	return errors;
}

// { name: ms } of a timeline's samples.
function sampledMs({ samples, names }) {
	const sums = {};
	for (let i = 0; i < samples.rows; i++)
		sums[names[samples.name[i]]] = (sums[names[samples.name[i]]] ?? 0) + samples.duration_ns[i] / 1e6;
	return sums;
}

// Launch shapes are the rows of the kernels' table that they name.
function shapeErrors({ shapes, names }, { kernels }) {
	const errors = [];
	for (let i = 0; i < shapes.rows; i++) {
		const kernel = kernels.rows[shapes.kernel[i]];
		if (shapes.kernel[i] === NONE)
			continue;
		const occupancy = shapes.occupancy_tenths[i] < 0 ? null : formatPercent(shapes.occupancy_tenths[i] / 10);
		const percent = kernel.grid_occupancy_percent ?? kernel.occupancy_percent;
		const wanted = percent === null ? null : formatPercent(percent); // as the table of kernels has it
		if (names[shapes.name[i]] !== kernel.name || shapes.grid_x[i] !== kernel.grid[0] || shapes.block_x[i] !== kernel.block[0] || occupancy !== wanted)
			errors.push(`shape ${i} is not kernel ${shapes.kernel[i]}`);
	}
	return errors;
}

// Every operation that a finding names is one of the columns.
function findingErrors(report, timelines) {
	return report.findings.flatMap((finding) => {
		const { operations, tracks } = timelines[finding.process];
		return finding.operations.filter((wanted) => {
			for (let i = 0; i < operations.rows; i++)
				if (operations.start_ns[i] === wanted.start_ns && tracks[operations.track[i]].stream === wanted.stream &&
					operations.wait_ns[i] === wanted.wait_ns && report.legend.causes[operations.cause[i]].id === wanted.cause)
					return false;
			return true;
		}).map((wanted) => `${finding.id}: its operation at ${wanted.start_ns} is not in the timeline`);
	});
}

// Places are operations, of each finding in order and each once, its examples among them.
function placeErrors(report, timeline, process) {
	const { places, operations, tracks } = timeline;
	const errors = [];
	const of = new Map();
	for (let i = 0; i < places.rows; i++) {
		const list = of.get(places.finding[i]) ?? [];
		if (places.operation[i] >= operations.rows || list.at(-1) >= places.operation[i])
			errors.push(`place ${i} is out of order`);
		list.push(places.operation[i]);
		of.set(places.finding[i], list);
	}
	for (const [index, list] of of) {
		const finding = report.findings[index];
		if (!finding?.processes.includes(process))
			errors.push(`finding ${index} is not of this process`);
		else if (finding.process === process && !finding.operations.every((wanted) => list.some((row) =>
			operations.start_ns[row] === wanted.start_ns && tracks[operations.track[row]].stream === wanted.stream)))
			errors.push(`${finding.id}: its examples are not among its places`);
	}
	report.findings.forEach((finding, index) => {
		if (finding.process === process && finding.operations.length && !of.has(index))
			errors.push(`${finding.id} is nowhere`);
	});
	return errors;
}

for (const [name, ...paths] of [...readdirSync(traces).filter((file) => file.endsWith('.db')).map((file) => [file, join(traces, file)]),
	['ranks', join(traces, 'ranks/rank-0.db'), join(traces, 'ranks/rank-1.db')], ['peer', join(traces, 'peer/peer.db')], ['python', join(traces, 'setup/once.db')]]) {
	const { page, report, timelines } = readPage(...paths);
	const json = JSON.parse(analyze('--format', 'json', ...paths));
	const errors = timelines.flatMap((timeline, i) => [...budgetErrors(report, timeline, report.processes[i]),
		...operationErrors(timeline, report.processes[i]), ...shapeErrors(timeline, report.processes[i]), ...placeErrors(report, timeline, i), ...sampleErrors(timeline)]);
	errors.push(...findingErrors(report, timelines));
	const withoutTracks = (document) => JSON.stringify({ ...document, timelines: document.timelines.map((t) => ({ gpu_samples: t.gpu_samples })) });
	if (timelines.length !== json.processes.length)
		errors.push(`${timelines.length} timelines`);
	if (withoutTracks(report) !== withoutTracks(json))
		errors.push('the page\'s report is not what --format json prints');
	if (/https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(page.replace(/<script type="application[^>]*>[^<]*/g, '').replace(/\/\*![^*]*\*\//g, '')))
		errors.push('the page names an address outside');
	ok(!errors.length, `${name}: columns agree with the report`, ...errors.slice(0, 5));
}

// Of each ten samples of native code, one each millisecond, one has no function of the program's own.
const native = join(mkdtempSync(join(tmpdir(), 'warpwise-page-data-')), 'native.db');
copyFileSync(join(traces, 'short-kernels-bad.db'), native);
execFileSync('sqlite3', ['-bail', native], { input: readFileSync(join(source, 'tests/host.sql'), 'utf8') });
const [sampled] = readPage(native).timelines;
const sums = sampledMs(sampled);
const wanted = { 'step() my app.cu': 5, 'walk<bool>() my app.cu': 3, 'main() my app.cu': 1 };
const all = Object.values(sums).reduce((sum, ms) => sum + ms, 0); // those within the run
ok(!sampleErrors(sampled).length && Object.keys(sums).length === 3 && all > 150 && Object.entries(wanted).every(([name, part]) => Math.abs(sums[name] - part * all / 9) < 1.5),
	'native code: each function has the time that its samples stand for', JSON.stringify(sums), ...sampleErrors(sampled).slice(0, 3));
const python = sampledMs(readPage(join(traces, 'setup/once.db')).timelines[0]);
ok(python['linear() triton_mlp_blocks.py'] > 1000 && python['main() triton_mlp_blocks.py'] > 800, 'Python: and the time since the sample before', JSON.stringify(python));

const { legend } = JSON.parse(analyze('--format', 'json', join(traces, 'tiny-blocks-bad.db')));
ok(legend.shares.map(({ id }) => id).join() === shareIds().join(), 'colours.js has the analyzer\'s shares, in their order', shareIds());
const { page } = readPage(join(traces, 'tiny-blocks-bad.db'));
const shell = page.replace(/(<script type="application[^>]*>)[^<]*/g, '$1').length;
ok(shell < 250000, `the shell is below 250 KB: ${shell}`);
ok(/content="default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'/.test(page) && !page.includes('unsafe'), 'the policy names hashes');
console.log(`1..${count}`);
process.exitCode = failed ? 1 : 0;
