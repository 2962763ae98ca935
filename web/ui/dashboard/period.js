// SPDX-License-Identifier: MIT
// A time until now that a page looks at: ?days=N in its address, 0: all.
import { el } from '../dom.js';

const DAY_NS = 86400e9;
const HOUR_NS = 3600e9;
const periods = [[7, 'Last 7 days'], [30, 'Last 30 days'], [90, 'Last 90 days'], [365, 'Last 365 days'], [0, 'All time']];

// FIRST: the days where the address says none. CHANGED() is called when others are chosen: value() are they.
export function createPeriod(first, changed) {
	const select = el('select', { 'aria-label': 'Time', onchange: changed }, periods.map(([days, title]) => el('option', { value: days }, title)));

	return {
		element: select,
		value: () => select.value,
		// What PARAMS of the address say: { days, from: ns, null: all time }. Whole hours: who looks in the same one gets the reply that
		// the server kept.
		show(params) {
			const days = periods.find(([one]) => String(one) === params.days)?.[0] ?? first;
			select.value = String(days);
			return { days, from: days ? Math.floor((Date.now() * 1e6 - days * DAY_NS) / HOUR_NS) * HOUR_NS : null };
		},
	};
}
