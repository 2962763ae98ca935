// SPDX-License-Identifier: MIT
// The host's time of a process as a tree of calls, out of the report's columns, and where its boxes stand.

const MIN_PART = 0.001; // of what is shown: narrower boxes are one, "smaller"
const ROWS_MAX = 48; // below the one that is shown; deeper calls are there once one goes in
const CALLERS_SHOWN = 3; // above it, the nearest

// Looks of shares, which differ in grey and to colour-blind readers: colours.js.
export const looks = { own: 'fill', library: 'host', cuda: 'copy' };
export const looksOf = { own: 'the program\'s own code', library: 'libraries', cuda: 'CUDA\'s libraries' };

export const fileName = (path) => path.slice(path.lastIndexOf('/') + 1);
const isNameless = ({ name }) => name === '(script)' || name === '(no names)';
// As findings name it: "collate() data.py", "train.py" of lines outside functions.
export const nameOf = (row) => `${isNameless(row) ? '' : `${row.name} `}${fileName(row.file)}`;
export const placeOf = (row) => `${nameOf(row)}${row.line ? `:${row.line}` : ''}`;
// What a box has room for.
const titleOf = (row) => (isNameless(row) ? fileName(row.file) : row.name);

// { nodes, roots, total }: a node is { index, kind, title, place, row: of the functions or null, parent, children, self, total, other, level }.
export function createTree({ functions: { rows }, tree, total_ns: total }) {
	const nodes = tree.parent.map((parent, index) => {
		const row = rows[tree.function[index]] ?? null;
		return { index, row, parent, children: [], kind: row ? (row.is_own ? 'own' : 'library') : 'cuda', title: row ? titleOf(row) : looksOf.cuda,
			place: row ? placeOf(row) : looksOf.cuda, self: tree.self_ns[index], total: tree.total_ns[index], other: tree.other_ns[index], level: 1 };
	});
	const roots = [];
	for (const node of nodes) {
		node.parent = nodes[node.parent] ?? null; // it comes before those it calls
		node.level = node.parent ? node.parent.level + 1 : 1;
		(node.parent ? node.parent.children : roots).push(node);
	}
	return { nodes, roots, total, other: tree.left_out_ns };
}

// The callers of NODE, the nearest last.
export function callersOf(node) {
	const callers = [];
	for (let at = node?.parent; at; at = at.parent)
		callers.unshift(at);
	return callers;
}

// Boxes while NODE is shown, null: all. [{ node, rest: or how much of a caller is in smaller ones, left, width: from 0 to 1, row }], and
// how many ROWS there are, and whether calls are DEEPER than those.
export function boxesOf(tree, node) {
	const callers = callersOf(node).slice(-CALLERS_SHOWN);
	const boxes = callers.map((caller, i) => ({ node: caller, left: 0, width: 1, row: 1 + i }));
	const first = 1 + callers.length;
	const whole = node?.total ?? tree.total;
	let rows = first;
	let isDeeper = false;

	function addRow(list, other, start, row) {
		let left = start;
		let rest = other;
		if (list.length && row >= first + ROWS_MAX) {
			isDeeper = true;
			return;
		}
		for (const child of list)
			if (child.total < MIN_PART * whole)
				rest += child.total;
			else {
				const width = child.total / whole;
				boxes.push({ node: child, left, width, row });
				rows = Math.max(rows, row + 1);
				addRow(child.children, child.other, left, row + 1);
				left += width;
			}
		if (rest >= MIN_PART * whole) {
			boxes.push({ node: null, rest, left, width: rest / whole, row });
			rows = Math.max(rows, row + 1);
		}
	}

	addRow(node ? [node] : tree.roots, node ? 0 : tree.other, 0, first);
	return { boxes, rows, isDeeper };
}
