// SPDX-License-Identifier: MIT
// The flame graph's numbers as a table: each call below its caller.
import { el } from '../dom.js';
import { formatCount, formatDuration, formatPercent } from '../format.js';

const ROWS_MAX = 500;

// Callers before those they call, the largest first.
function inOrder(nodes, into) {
	for (const node of nodes) {
		into.push(node);
		inOrder(node.children, into);
	}
	return into;
}

function rowElement(tree, node) {
	return el('tr', {}, el('td', { class: 'number' }, formatCount(node.level)), el('th', { scope: 'row' }, node.place), el('td', { class: 'number' }, formatPercent(100 * node.total / tree.total)),
		el('td', { class: 'number' }, formatDuration(node.total)), el('td', { class: 'number' }, formatDuration(node.self)));
}

// Made when it is first unfolded.
export function valuesElement(tree) {
	const nodes = inOrder(tree.roots, []);
	const table = () => el('table', {}, el('caption', {}, 'Calls, each below its caller'),
		el('thead', {}, el('tr', {}, ['Depth', 'Function', 'Share', 'With callees', 'Itself'].map((name) => el('th', { scope: 'col', class: name === 'Function' ? null : 'number' }, name)))),
		el('tbody', {}, nodes.slice(0, ROWS_MAX).map((node) => rowElement(tree, node))));
	const details = el('details', { class: 'values', ontoggle() {
		if (details.open && details.children.length === 1)
			details.append(el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Values: who called whom' }, table(),
				nodes.length > ROWS_MAX ? el('p', {}, `and ${formatCount(nodes.length - ROWS_MAX)} more`) : null));
	} }, el('summary', {}, 'Values'));
	return details;
}
