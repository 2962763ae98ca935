// SPDX-License-Identifier: MIT
// What the header's search finds: findings, kernels, copies, API calls, NVTX ranges, the host's code, each with the place it leads
// to.
import { formatDuration, formatPercent, formatPlural } from './format.js';
import { namesCode } from './host/links.js';
import { placeOf } from './host/tree.js';
import { formatRoute } from './router.js';

const GROUP = 6; // of each kind; the rest is counted

const matches = (needle, ...texts) => texts.some((text) => text?.toLowerCase().includes(needle));

// Names of the ranges of TIMELINE, each once, those with the longest range first.
export function rangeNames(timeline) {
	const longest = new Map();
	const { ranges, names } = timeline;
	for (let row = 0; row < ranges.rows; row++) {
		const name = names[ranges.name[row]];
		longest.set(name, Math.max(longest.get(name) ?? 0, ranges.duration_ns[row]));
	}
	return [...longest].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

// By name; of kernels the first, which has most of the time.
function unique(rows) {
	const seen = new Set();
	return rows.filter(({ name }) => !seen.has(name) && seen.add(name));
}

// What of FINDING names the program's own code: functions, files, lines.
const codeOfFinding = ({ location, evidence }) => [location && `${location.file}${location.line ? `:${location.line}` : ''}`,
	...evidence.filter(namesCode).map(({ text }) => text)];

// Lines that launch KERNELS, and those that they are called from, each with how many rows of the table it has.
function codeOfKernels(kernels) {
	const rows = new Map();
	for (const { launched_from: lines = [] } of kernels)
		for (const code of new Set(lines.flatMap(({ code: own, caller }) => [own, caller]).filter(Boolean)))
			rows.set(code, (rows.get(code) ?? 0) + 1);
	return [...rows];
}

// RANGES: names of NVTX ranges of PROCESS. Returns [{ kind, results: [{ text, detail, href }], more }].
export function searchReport(model, process, ranges, query) {
	const needle = query.trim().toLowerCase();
	if (!needle)
		return [];
	const { kernels, copies, fills, calls, host_time: host } = model.processes[process];
	const of = (view, params) => formatRoute({ view, params: { process: process || null, ...params } });
	const percent = (row) => `${formatPercent(row.share_percent)}, ${formatDuration(row.total_ns)}`;
	const findIn = (rows, view) => unique(rows).filter(({ name }) => matches(needle, name))
		.map((row) => ({ text: row.name, detail: percent(row), href: view(row) }));
	const groups = [
		['Findings', model.findingsOf(process).filter(({ finding }) => matches(needle, finding.title, finding.id, finding.subject, finding.headline, ...codeOfFinding(finding)))
			.map(({ number, finding }) => ({ text: `${number}  ${finding.title}`, detail: finding.subject, href: of('overview', { finding: number }) }))],
		['Kernels', findIn(kernels.rows, (row) => of('kernels', { kernel: kernels.rows.indexOf(row) }))],
		['Code that launches kernels', codeOfKernels(kernels.rows).filter(([code]) => matches(needle, code)).map(([code, count]) =>
			({ text: code, detail: formatPlural(count, 'launch shape'), href: of('kernels', { filter: code }) }))],
		['Functions of the host', (host?.functions.rows ?? []).filter((row) => matches(needle, row.name, placeOf(row))).map((row) => ({ text: placeOf(row),
			detail: `${formatPercent(100 * row.total_ns / host.total_ns)}, ${formatDuration(row.total_ns)}`, href: of('host', { filter: placeOf(row) }) }))],
		['Copies', findIn([...copies.rows, ...fills.rows], () => of('copies', {}))],
		['API calls', findIn(calls.rows, (row) => of('timeline', { search: row.name }))],
		['NVTX ranges', ranges.filter((name) => matches(needle, name)).map((name) => ({ text: name, detail: '', href: of('timeline', { search: name }) }))],
	];
	return groups.filter(([, results]) => results.length)
		.map(([kind, results]) => ({ kind, results: results.slice(0, GROUP), more: Math.max(0, results.length - GROUP) }));
}
