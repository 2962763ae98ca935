// SPDX-License-Identifier: MIT
// Launch shapes of kernels as a table; with `kernel=ROW` or `function=MANGLED` in the address, one kernel's own view.
import { el } from '../dom.js';
import { formatBytes, formatCount, formatDuration, formatFixed, formatPercent } from '../format.js';
import { openKernel } from '../kernel/view.js';
import { sparkline } from '../kernel/launches.js';
import { formatRoute } from '../router.js';
import { createTable } from '../table.js';
import { createTablePlaces } from '../table_places.js';
import { shortName } from '../timeline/describe.js';

const shape = (values) => values.slice(0, Math.max(1, values.findLastIndex((part) => part !== 1) + 1)).map(formatCount).join('×');
const threads = (k) => k.block.reduce((product, part) => product * part, 1);
// Of the warps that an SM has room for, those that the launch allows: a small grid allows fewer than the SM.
const possible = (k) => k.grid_occupancy_percent ?? k.occupancy_percent;
const lanesOf = (k) => k.counters?.threads_per_inst ?? null;
const number = (id, title, value, text, more = {}) => ({ id, title, isNumber: true, value, text, ...more });
const duration = (id, title, more) => number(id, title, (k) => k[`${id}_ns`], (k) => formatDuration(k[`${id}_ns`]), more);

const NEARLY_ALL_PERCENT = 95; // as in the text report
const LINES_MAX = 3; // that a report has of a kernel: there may be others

// The line with most of its time, how much of it that has where it is not nearly all, and how many others there are. Where of
// other launches nothing is known, as much as is known.
function launchedText({ launched_from: lines }) {
	if (!lines)
		return '';
	const [{ code, known_percent: known }] = lines;
	const percent = lines.reduce((sum, line) => sum + (line.code === code ? line.launches_percent : 0), 0);
	if (percent >= NEARLY_ALL_PERCENT)
		return code;
	const others = new Set(lines.map((line) => line.code)).size - 1;
	const isAll = lines.length < LINES_MAX || lines.reduce((sum, line) => sum + line.launches_percent, 0) >= NEARLY_ALL_PERCENT;
	if (percent >= NEARLY_ALL_PERCENT / 100 * (known ?? 100))
		return `${formatPercent(percent)} known: ${code}`;
	return `${formatPercent(percent)} in ${code}${others ? `, ${others} more${isAll ? '' : ' at least'}` : ''}`;
}

// "memory- and compute-bound" in two lines, each word in one.
const wholeWords = (text) => text.split(' ').flatMap((word, i) => [i ? ' ' : null, el('span', { class: 'whole' }, word)]);

const columnsOf = (process, rows) => [
	{ id: 'name', title: 'Kernel', isName: true, value: (k) => k.name, node: (k) => el('a', { href: formatRoute({ view: 'kernels', params: { process: process || null, kernel: rows.indexOf(k) } }) }, shortName(k.name)) },
	number('share', 'Share', (k) => k.share_percent, (k) => formatPercent(k.share_percent), { explanation: 'of the time in kernels, added up' }),
	{ id: 'verdict', title: 'Verdict', explanation: 'what bounds its speed', value: (k) => k.verdict?.bound ?? '', node: (k) => wholeWords(k.verdict?.bound ?? '') },
	duration('total', 'Total', { explanation: 'durations added up: what ran at the same time counts more than once' }),
	duration('critical', 'Held up', { explanation: 'what of it the end of the run waited for: its part of the critical path' }),
	number('count', 'Count', (k) => k.count, (k) => formatCount(k.count)),
	duration('average', 'Average'), duration('median', 'Median', { isHidden: true }), duration('min', 'Shortest', { isHidden: true }), duration('max', 'Longest', { isHidden: true }),
	{ id: 'durations', title: 'Durations', explanation: 'how many launches took how long, from the shortest to the longest', value: (k) => (k.max_ns - k.min_ns) / Math.max(1, k.min_ns),
		text: (k) => `${formatDuration(k.min_ns)} to ${formatDuration(k.max_ns)}`, node: (k) => sparkline(k.durations) ?? '' },
	{ id: 'grid', title: 'Grid', explanation: 'blocks', value: (k) => k.grid.reduce((product, part) => product * part, 1), text: (k) => shape(k.grid) },
	{ id: 'block', title: 'Block', explanation: 'threads', value: threads, text: (k) => shape(k.block) },
	number('registers', 'Registers', (k) => k.registers_per_thread, (k) => formatCount(k.registers_per_thread), { explanation: 'of a thread', isHidden: true }),
	number('shared', 'Shared', (k) => k.static_shared_bytes + k.dynamic_shared_bytes, (k) => formatBytes(k.static_shared_bytes + k.dynamic_shared_bytes),
		{ explanation: 'memory of a block', isHidden: true }),
	number('occupancy', 'Occupancy', possible, (k) => (possible(k) === null ? '-' : formatPercent(possible(k))),
		{ explanation: 'how many of the warps that an SM has room for this launch allows' }),
	{ id: 'limiter', title: 'Limited by', explanation: 'what keeps the occupancy from 100 %', value: (k) => (k.grid_occupancy_percent === undefined ? k.occupancy_limiter ?? '' : 'grid') },
	number('lanes', 'Lanes', lanesOf, (k) => (lanesOf(k) === null ? '' : formatFixed(lanesOf(k), 1)), { explanation: 'active in an instruction, of 32' }),
	{ id: 'launched', title: 'Launched from', explanation: 'the program\'s own line that launches most of them; a kernel\'s own view has the others', value: launchedText,
		found: (k) => k.launched_from?.map(({ code, caller }) => `${code}\n${caller ?? ''}`).join('\n') },
];

function openTable(host, { kernels }, process, router) {
	const places = createTablePlaces(router, 'kernels');
	const measured = kernels.rows.some((k) => lanesOf(k) !== null);
	const hidden = [...(measured ? [] : ['lanes', 'verdict']), ...(kernels.rows.some((k) => k.launched_from) ? [] : ['launched'])];
	const columns = columnsOf(process, kernels.rows).map((column) => (hidden.includes(column.id) ? { ...column, isHidden: true } : column));
	host.append(el('h2', {}, `Time in kernels: ${formatDuration(kernels.total_ns)}${kernels.left_out ? `; ${formatCount(kernels.left_out)} launch shapes with less are not listed` : ''}`),
		kernels.rows.length ? createTable({ caption: 'Kernels by launch shape; a name leads to all that is known of it', columns, rows: kernels.rows, sort: 'total', place: places.of() }) : el('p', {}, 'No kernel ran.'));
	return { show: places.show };
}

// The row that the address names; -1: the table.
function rowOf({ kernel, function: mangled }, rows) {
	if (kernel !== undefined)
		return rows[Number(kernel)] ? Number(kernel) : -1;
	return mangled === undefined ? -1 : rows.findIndex((row) => row.mangled === mangled);
}

export function open(host, context) {
	const shown = context.model.processes[context.process()];
	let row = null;
	let current = {};
	return {
		show(params) {
			const wanted = shown ? rowOf(params, shown.kernels.rows) : -1;
			if (wanted !== row) {
				current.close?.();
				host.replaceChildren();
				row = wanted;
				current = !shown ? host.append(el('p', {}, 'The report has no process.')) ?? {}
					: row < 0 ? openTable(host, shown, context.process(), context.router) : openKernel(host, context, row);
				scrollTo(0, 0);
			}
			current.show?.(params);
		},
		close: () => current.close?.(),
	};
}
