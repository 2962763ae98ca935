// SPDX-License-Identifier: MIT
// What is under the pointer, told beside it.
import { el } from '../dom.js';
import { hitLane, valueAt } from './hit.js';
import { rowAt } from './layout.js';
import { placeTip, showTip } from './panel.js';

const NEAR_PX = 3; // of a span that is thinner than the pointer

// RULER: its height; ITEM(hit): with its times.
export function createPointer(elements, { model, timeline, span, state, ruler, itemOf }) {
	const { stage, body, tip } = elements;

	// A hit of hitLane(), { lane } in a lane of values, or null.
	function hitAt(x, y) {
		const row = rowAt(state.layout, y - ruler + body.scrollTop);
		if (!row?.lane || y < ruler)
			return null;
		return row.lane.values ? { lane: row.lane } : hitLane(row.lane, span.time(x), NEAR_PX * (span.to - span.from) / span.width);
	}

	const roomOf = () => ({ width: stage.clientWidth, height: body.clientHeight });

	function showValue(lane, x, y) {
		const value = valueAt(lane, span.time(x));
		tip.replaceChildren(el('b', {}, lane.label), ` ${value === null ? 'not recorded' : lane.format(value)}`, el('p', { class: 'hint' }, lane.title));
		placeTip(tip, { x, y }, roomOf());
	}

	return {
		hitAt,
		hover(x, y) {
			const hit = hitAt(x, y);
			state.hovered = hit?.table ? itemOf(hit) : null;
			if (state.hovered)
				showTip(tip, model, timeline, state.hovered, { x, y }, roomOf());
			else if (hit)
				showValue(hit.lane, x, y);
			else
				tip.hidden = true;
		},
		leave() {
			state.hovered = null;
			tip.hidden = true;
		},
	};
}
