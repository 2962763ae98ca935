// SPDX-License-Identifier: MIT
// Runs that are chosen to be compared: some as base, some as new. They are in the address.
import { el } from '../dom.js';
import { formatPlural } from '../format.js';

const MOST = 8; // of a side, as the server takes them
const sides = [['base', 'Base'], ['new', 'New']];

// CHANGED({ base, new }) and COMPARE({ base, new }) are called with lists of ids.
export function createPicks(changed, compare) {
	const chosen = { base: new Set(), new: new Set() };
	const made = new Set();
	const button = el('button', { type: 'button', class: 'main', onclick: () => compare(lists()) }, 'Compare');
	const text = el('span', { role: 'status' });
	const bar = el('section', { class: 'picks', 'aria-label': 'Chosen to be compared', hidden: true }, text,
		button, el('button', { type: 'button', onclick: () => update(() => sides.forEach(([side]) => chosen[side].clear())) }, 'Clear'));
	const lists = () => ({ base: [...chosen.base], new: [...chosen.new] });

	function draw() {
		const { size: base } = chosen.base;
		const { size: fresh } = chosen.new;
		bar.hidden = !base && !fresh;
		button.disabled = !base || !fresh;
		text.textContent = !base ? 'Now choose what to compare with: a base' : !fresh ? 'Now choose what is new'
			: `${formatPlural(base, 'run')} as base, ${fresh} as new`;
		for (const [one, id, side] of made)
			one.setAttribute('aria-pressed', String(chosen[side].has(id)));
	}

	function update(how) {
		how();
		draw();
		changed(lists());
	}

	function toggle(id, side) {
		if (chosen[side].has(id)) {
			chosen[side].delete(id);
			return;
		}
		for (const [other] of sides)
			chosen[other].delete(id);
		if (chosen[side].size < MOST)
			chosen[side].add(id);
	}

	return {
		bar,
		set(params) {
			for (const [side] of sides)
				chosen[side] = new Set(params[side]);
			draw();
		},
		// The buttons of a run.
		buttons(run) {
			return sides.map(([side, title]) => {
				const one = el('button', { type: 'button', class: 'toggle', 'aria-pressed': String(chosen[side].has(run.id)),
					'aria-label': `${title}: ${run.name} ${run.commit ?? ''}`, onclick: () => update(() => toggle(run.id, side)) }, title);
				made.add([one, run.id, side]);
				return one;
			});
		},
	};
}
