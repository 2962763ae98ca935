// SPDX-License-Identifier: MIT
// Copies and memory sets by direction, API calls by function: tables of the report's groups.
import { el } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatPercent, formatPlural, formatRate } from '../format.js';
import { formatRoute } from '../router.js';
import { createTable } from '../table.js';
import { createTablePlaces } from '../table_places.js';

const duration = (id, title, explanation) => ({ id: `${id}_ns`, title, explanation, isNumber: true,
	value: (row) => row[`${id}_ns`], text: (row) => formatDuration(row[`${id}_ns`]) });

function columns(title, process, own) {
	return [
		{ id: 'name', title, value: (row) => row.name, node: (row) => el('a', { title: 'Find it in the timeline',
			href: formatRoute({ view: 'timeline', params: { process: process || null, search: row.search ?? row.name } }) }, row.name) },
		{ id: 'share', title: 'Share', explanation: 'of all durations in this table, added up', isNumber: true,
			value: (row) => row.share_percent, text: (row) => formatPercent(row.share_percent) },
		duration('total', 'Total', 'durations added up: what ran at the same time counts more than once'),
		{ id: 'count', title: 'Count', isNumber: true, value: (row) => row.count, text: (row) => formatCount(row.count) },
		duration('average', 'Average'), duration('median', 'Median', 'half of them were shorter'),
		{ ...duration('min', 'Shortest'), isHidden: true }, duration('max', 'Longest'), ...own,
	];
}

const sizes = [
	{ id: 'size_bytes', title: 'Moved', isNumber: true, value: (row) => row.size_bytes, text: (row) => formatBytes(row.size_bytes) },
	{ id: 'rate', title: 'Rate', explanation: 'what was moved, over the durations added up', isNumber: true,
		value: (row) => (row.total_ns ? row.size_bytes / row.total_ns * 1e9 : null), text: (row) => formatRate(row.total_ns ? row.size_bytes / row.total_ns * 1e9 : NaN) },
];
const failures = [{ id: 'failed', title: 'Failed', explanation: 'calls that returned an error', isNumber: true,
	value: (row) => row.failed, text: (row) => formatCount(row.failed) }];

// TABLE: { title, caption, own: its columns, what: the head of its names }.
function section({ title, caption, own, what }, groups, process, place) {
	if (!groups.rows.length)
		return [el('h2', {}, `${title}: none`)];
	const rest = groups.left_out ? `; ${formatPlural(groups.left_out, 'group')} with less are not listed` : '';
	return [el('h2', {}, `${title}: ${formatDuration(groups.total_ns)}${rest}`),
		createTable({ caption, columns: columns(what, process, own), rows: groups.rows, sort: 'total_ns', place })];
}

// "pageable host to device" is searched as the timeline names copies: by direction.
const directionOf = (row) => ({ ...row, search: /(host|device|array|peer) to (host|device|array|peer)/.exec(row.name)?.[0] ?? row.name });

export const copies = {
	has: (model) => model.processes.some(({ copies: { rows }, fills }) => rows.length || fills.rows.length),
	open(host, { model, process, router }) {
		const shown = model.processes[process()];
		const places = createTablePlaces(router, 'copies');
		host.append(...section({ title: 'Time in copies', caption: 'Copies by direction; a name finds them in the timeline', own: sizes, what: 'Copy' },
			{ ...shown.copies, rows: shown.copies.rows.map(directionOf) }, process(), places.of()),
		...section({ title: 'Time in memory sets', caption: 'Memory sets; a name finds them in the timeline', own: sizes, what: 'Memory' },
			{ ...shown.fills, rows: shown.fills.rows.map((row) => ({ ...row, search: 'memory set' })) }, process(), places.of('fills')));
		return { show: places.show };
	},
};

export const calls = {
	has: (model) => model.processes.some((process) => process.calls.rows.length),
	open(host, { model, process, router }) {
		const shown = model.processes[process()];
		const places = createTablePlaces(router, 'calls');
		const failed = shown.failed_calls ? `${formatCount(shown.failed_calls)} failed` : 'none failed';
		host.append(el('p', {}, `${formatPlural(shown.call_count, 'API call')} in ${formatPlural(shown.threads, 'thread')}, ${failed}.`),
			...section({ title: 'Time in API calls, all threads', caption: 'Calls by function; a name finds them in the timeline', own: failures, what: 'Call' },
				shown.calls, process(), places.of()));
		return { show: places.show };
	},
};
