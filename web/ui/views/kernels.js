// SPDX-License-Identifier: MIT
// Launch shapes of kernels, with their time and occupancy.
import { formatCount, formatDuration, formatPercent } from '../format.js';
import { createTable } from '../table.js';

const columns = [
	{ id: 'name', title: 'Kernel', value: (k) => k.name },
	{ id: 'share', title: 'Share', isNumber: true, value: (k) => k.share_percent, text: (k) => formatPercent(k.share_percent) },
	{ id: 'total', title: 'Total', isNumber: true, value: (k) => k.total_ns, text: (k) => formatDuration(k.total_ns) },
	{ id: 'count', title: 'Count', isNumber: true, value: (k) => k.count, text: (k) => formatCount(k.count) },
	{ id: 'average', title: 'Average', isNumber: true, value: (k) => k.average_ns, text: (k) => formatDuration(k.average_ns) },
	{ id: 'occupancy', title: 'Occupancy', isNumber: true, value: (k) => k.occupancy_percent,
		text: (k) => (k.occupancy_percent === null ? '-' : formatPercent(k.occupancy_percent)) },
];

export function open(host, { model, process }) {
	const { kernels } = model.processes[process()];
	host.append(createTable({ caption: 'Kernels by launch shape', columns, rows: kernels.rows, sort: 'total' }));
	return {};
}
