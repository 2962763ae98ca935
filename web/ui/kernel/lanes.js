// SPDX-License-Identifier: MIT
// How many of a warp's 32 lanes work in an instruction: active, switched off by a predicate, or gone another way.
import { el, prose } from '../dom.js';
import { formatFixed, formatPercent } from '../format.js';

const LANES = 32;

export function laneElements(profile) {
	const { threads_per_inst: active, threads_pred_on_per_inst: on, branch_uniform: uniform } = profile?.counters ?? {};
	if (active === undefined)
		return [el('p', {}, 'Lanes were not counted: record with ', el('code', {}, prose('warpwise record --metrics')), '.')];
	const text = `${formatFixed(active, 1)} of ${LANES} active in an instruction${on === undefined ? '' : `, ${formatFixed(on, 1)} of them not predicated off`}` +
		`${uniform === undefined ? '' : `; ${formatPercent(uniform)} of branches taken by whole warps`}`;
	const kindOf = (lane) => (lane < Math.round(on ?? active) ? 'on' : lane < Math.round(active) ? 'off' : 'idle');
	return [
		el('div', { class: 'lanes', role: 'img', 'aria-label': text }, Array.from({ length: LANES }, (_, lane) => el('i', { class: kindOf(lane) }))),
		el('p', {}, el('b', {}, text), '.'),
		el('p', { class: 'note' }, 'Lanes that take another branch, or that a predicate switches off, wait while the others work.'),
	];
}
