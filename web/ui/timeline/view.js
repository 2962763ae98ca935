// SPDX-License-Identifier: MIT
// The timeline.
import { el } from '../dom.js';
import { formatPlural } from '../format.js';

export function open(host, { model, process }) {
	const status = el('p', { role: 'status' }, 'Reading the timeline');
	host.append(status);
	model.timeline(process()).then((timeline) => {
		status.textContent = formatPlural(timeline.operations.rows, 'operation');
	});
	return {};
}
