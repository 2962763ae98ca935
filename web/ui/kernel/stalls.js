// SPDX-License-Identifier: MIT
// What warps were found doing when they were sampled, as stacked bars; with its meaning, for the names are the hardware's.
import { el, prose } from '../dom.js';
import { formatCount, formatPercent } from '../format.js';
import { barPart } from '../views/budget.js';

const SMALL_PERCENT = 1; // of the samples: told together
// Each the look of a share of its own: memory warm, barriers violet, computing cool, code grey.
export const looks = {
	selected: 'kernel', not_selected: 'fill',
	long_scoreboard: 'queue', lg_throttle: 'copy-engine', tex_throttle: 'migration', drain: 'allocation', membar: 'host-callback',
	short_scoreboard: 'default-stream', mio_throttle: 'launch-latency',
	barrier: 'capacity', warpgroup_arrive: 'children', sleeping: 'loading', gmma: 'synchronization',
	math_pipe_throttle: 'copy', wait: 'dependency-gap', dispatch_stall: 'launch-call',
	branch_resolving: 'start-up', no_instructions: 'host', imc_miss: 'other-call', misc: 'teardown',
};
const lookOf = (reason) => looks[reason] ?? 'unexplained';
export const reasonWords = (reason) => reason.replaceAll('_', ' ');

// ROWS: [{ reason, percent, samples }]
function bar(title, rows, explain) {
	const isShown = (row) => row.percent >= SMALL_PERCENT || (row.reason === 'selected' && row.percent > 0);
	const shown = rows.filter(isShown);
	const rest = rows.filter((row) => row.percent > 0 && !isShown(row));
	const left = rest.reduce((sum, row) => sum + row.percent, 0);
	const name = (row) => `${reasonWords(row.reason)} ${formatPercent(row.percent)}: ${explain(row.reason)}`;
	return el('section', {}, el('h4', {}, title),
		el('div', { class: 'budget', role: 'img', 'aria-label': `${title}: ${shown.map((row) => `${reasonWords(row.reason)} ${formatPercent(row.percent)}`).join(', ')}` },
			rows.filter((row) => row.percent > 0).map((row) => barPart('span', { id: lookOf(row.reason), value: row.percent, name: reasonWords(row.reason), title: name(row) }))),
		el('ul', { class: 'stalls' }, shown.map((row) => el('li', { 'data-reason': row.reason },
			el('i', { class: 'swatch', style: { background: `var(--look-${lookOf(row.reason)})` } }),
			el('span', { class: 'number' }, formatPercent(row.percent)), el('span', { class: 'number' }, row.samples ? formatCount(row.samples) : ''),
			el('span', {}, el('b', {}, reasonWords(row.reason)), explain(row.reason) ? `: ${explain(row.reason)}` : ''))),
		rest.length ? el('li', { title: rest.map(name).join('\n') }, el('i', { class: 'swatch' }), el('span', { class: 'number' }, formatPercent(left)),
			el('span', {}), el('span', {}, `${rest.length} more`)) : null));
}

// Elements for a PROFILE of the report; the legend explains the reasons.
export function stallElements(profile, legend, fewSamples) {
	if (!profile?.stalls.length)
		return [el('p', {}, 'Warps were not sampled: record with ', el('code', {}, prose('warpwise record --stalls')), '.')];
	if (profile.samples && profile.samples < fewSamples)
		return [el('p', {}, `${formatCount(profile.samples)} samples: too few to tell.`)];
	const explain = (reason) => legend?.[reason] ?? '';
	const idle = profile.stalls.reduce((sum, stall) => sum + stall.not_issued_samples, 0);
	const bars = [bar(profile.samples ? `All ${formatCount(profile.samples)} samples` : 'All of their time', profile.stalls, explain)];
	if (idle)
		bars.push(bar(`While the scheduler issued nothing: ${formatCount(idle)} samples`, profile.stalls.map((stall) => ({ reason: stall.reason,
			samples: stall.not_issued_samples, percent: 100 * stall.not_issued_samples / idle })).sort((a, b) => b.percent - a.percent), explain));
	return [el('p', {}, 'A sample says what a warp waited for. That costs time only where no other warp could issue an instruction instead: the second bar.'),
		el('div', { class: 'charts two' }, bars)];
}
