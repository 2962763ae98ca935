// SPDX-License-Identifier: MIT
// The tree of calls as a flame graph, callers above those they call: a box is as wide as the time with all that was called
// there. To screen readers it is a tree; arrow keys go through it as it stands on the screen.
import { el } from '../dom.js';
import { formatDuration, formatPercent } from '../format.js';
import { boxesOf, looks } from './tree.js';

const ROW_PX = 20;
const HINT = 'Point at a call to read it; choose it to show it as wide as there is room.';

export const keys = [
	['← →', 'the call before, after of the same caller'],
	['↑ ↓', 'the caller, the largest call'],
	['Enter', 'show this call as wide as there is room'],
	['Home', 'to all calls'],
	['Esc', 'show all calls again'],
];

// NODE in words; null: all.
function describe(tree, node) {
	if (!node)
		return `all: ${formatDuration(tree.total)}`;
	const own = node.children.length || node.other ? `, ${formatDuration(node.self)} itself` : '';
	return `${node.place}: ${formatPercent(100 * node.total / tree.total)}, ${formatDuration(node.total)}${own}`;
}

const placed = ({ left, width, row }) => ({ left: `${100 * left}%`, width: `${100 * width}%`, top: `${ROW_PX * row}px` });

function restElement(tree, box) {
	return el('div', { class: 'call rest', 'aria-hidden': 'true', style: placed(box),
		title: `smaller ones: ${formatPercent(100 * box.rest / tree.total)}, ${formatDuration(box.rest)}` });
}

function callElement(tree, node, box) {
	const look = node && looks[node.kind];
	const text = describe(tree, node);
	return el('div', { class: 'call', role: 'treeitem', tabindex: '-1', 'aria-level': (node?.level ?? 0) + 1, 'aria-label': text, title: text,
		style: { ...placed(box), background: look ? `var(--look-${look})` : 'var(--raised)' } },
	el('span', { 'aria-hidden': 'true', style: look ? { background: `var(--share-${look})`, color: `var(--on-share-${look})` } : {} }, node ? node.title : text));
}

// Where KEY leads from NODE among those that ISDRAWN(node); undefined: nowhere.
function neighbourOf(tree, node, key, isDrawn) {
	const siblings = (node?.parent?.children ?? tree.roots).filter(isDrawn);
	const called = (node?.children ?? tree.nodes).filter(isDrawn); // of all, the outermost that is drawn
	const leads = {
		ArrowUp: () => (node && node.parent && isDrawn(node.parent) ? node.parent : null),
		ArrowDown: () => called[0],
		ArrowLeft: () => siblings[siblings.indexOf(node) - 1],
		ArrowRight: () => siblings[siblings.indexOf(node) + 1],
		Home: () => null,
	};
	return leads[key]?.();
}

// GO(node) is called for what is chosen, null: all. Returns { elements, show(node), mark(filter), focus() }.
export function createFlame(tree, go) {
	const said = el('p', { class: 'told-call', 'aria-hidden': 'true' });
	const graph = el('div', { class: 'flame', role: 'tree', 'aria-label': 'Who called whom' });
	const note = el('p', { class: 'note' });
	let shown = null;
	let needle = '';
	let items = new Map(); // by node; null: all

	const nodeOf = (element) => [...items].find(([, item]) => item === element)?.[0];

	function tell(node) {
		said.textContent = node || shown ? describe(tree, node) : HINT;
	}

	function setStop(node) {
		for (const [other, element] of items)
			element.setAttribute('tabindex', other === node ? '0' : '-1');
	}

	function focus(node) {
		setStop(node);
		items.get(node).focus();
	}

	function mark() {
		for (const [node, element] of items)
			element.classList.toggle('unfound', Boolean(needle && node) && !`${node.place}\n${node.row?.file ?? ''}`.toLowerCase().includes(needle));
	}

	function draw() {
		const hadFocus = graph.contains(document.activeElement);
		const { boxes, rows, isDeeper } = boxesOf(tree, shown);
		const all = callElement(tree, null, { left: 0, width: 1, row: 0 });
		items = new Map([[null, all]]);
		graph.replaceChildren(all, ...boxes.map((box) => {
			if (!box.node)
				return restElement(tree, box);
			items.set(box.node, callElement(tree, box.node, box));
			return items.get(box.node);
		}));
		graph.style.setProperty('height', `${ROW_PX * rows}px`);
		items.get(shown).setAttribute('aria-current', 'true');
		note.textContent = isDeeper ? 'Calls go deeper than this: choose one to see what is below it.' : '';
		mark();
		tell(shown);
		if (hadFocus)
			focus(shown);
		else
			setStop(shown);
	}

	const listen = (name, handle) => graph.addEventListener(name, (event) => {
		const node = nodeOf(event.target.closest('[role=treeitem]'));
		if (node !== undefined)
			handle(node, event);
	});
	listen('click', go);
	listen('pointerover', tell);
	listen('focusin', tell);
	listen('keydown', (node, event) => {
		const isChosen = event.key === 'Enter' || event.key === ' ';
		const to = isChosen ? node : neighbourOf(tree, node, event.key, (other) => items.has(other));
		if (to === undefined || event.ctrlKey || event.metaKey || event.altKey)
			return;
		event.preventDefault();
		(isChosen ? go : focus)(to);
	});
	graph.addEventListener('pointerleave', () => tell(nodeOf(document.activeElement) ?? shown));
	return {
		elements: [said, graph, note],
		show(node) {
			shown = node;
			draw();
		},
		mark(filter) {
			needle = filter.toLowerCase();
			mark();
		},
		focus: () => focus(shown),
	};
}
