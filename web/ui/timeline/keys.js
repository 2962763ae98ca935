// SPDX-License-Identifier: MIT
// The keys of the timeline, those of Perfetto's users, as a dialog.
import { el } from '../dom.js';

const keys = [
	['W  S', 'zoom in, out at the pointer'],
	['A  D', 'pan left, right'],
	['wheel', 'zoom; with Shift, or sideways: pan'],
	['drag', 'pan; in the ruler or with Shift: select a span'],
	['M', 'select the span of the selected operation'],
	['F', 'zoom to what is selected'],
	['0', 'the whole run'],
	['← →', 'the operation before, after in the lane'],
	['↑ ↓', 'scroll'],
	['Enter', 'go to what held it back'],
	['/', 'search'],
	['n  N', 'next, previous place'],
	['Esc', 'let go of what is selected'],
	['?', 'this list'],
];

export function openKeys() {
	const dialog = el('dialog', { class: 'keys', 'aria-label': 'Keys' }, el('h2', {}, 'Keys'),
		el('dl', {}, keys.map(([key, what]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)))),
		el('form', { method: 'dialog' }, el('button', {}, 'Close')));
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}
