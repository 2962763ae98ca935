// SPDX-License-Identifier: MIT
// Where the host's time went, as its stacks were sampled: functions as a table, and who called whom as a flame graph.
import { el, prose } from '../dom.js';
import { formatCount, formatDuration, formatPercent, formatPlural } from '../format.js';
import { formatRoute } from '../router.js';
import { createTable } from '../table.js';
import { createTablePlaces } from '../table_places.js';
import { createFlame } from './flame.js';
import { createTree, fileName, looks, looksOf, placeOf } from './tree.js';
import { valuesElement } from './values.js';

export const has = (model) => model.processes.some((process) => process.host_time);

const percentOf = (ns, host) => formatPercent(100 * ns / host.total_ns);
const kindOf = (row) => (row.is_own ? 'own' : 'library');
const swatch = (kind) => el('i', { class: 'swatch', 'aria-hidden': 'true', style: { background: `var(--look-${looks[kind]})` } });

// What was sampled: one line.
function summaryText(host, threads) {
	const each = formatDuration(host.total_ns / host.samples);
	const of = threads > host.threads ? `${formatCount(host.threads)} of ${formatPlural(threads, 'thread')}` : formatPlural(host.threads, 'thread');
	const kinds = {
		native: () => `${formatPlural(host.samples, 'sample')} of native code in ${of} that called CUDA, one for each ${each} that ran there`,
		python: () => `${formatPlural(host.samples, 'sample')} of Python in ${of} that called CUDA, one for each ${each}`,
		calls: () => `Pauses before ${formatPlural(host.samples, 'call')} of CUDA, by where the calls were made: there are no samples between them`,
	};
	const parts = [['own', host.own_ns], ['library', host.library_ns], ['cuda', host.cuda_ns]].filter(([, ns]) => ns > 0);
	return [kinds[host.kind](), ': ', parts.map(([kind, ns], i) => [i ? ', ' : '', el('b', { class: 'whole' }, percentOf(ns, host)), ` in ${looksOf[kind]}`]), '.'];
}

const notes = {
	native: '"Itself" is a function with what it called of CUDA\'s libraries, "with callees" with all that it called, as far as unwind tables and frame pointers tell.',
	python: 'A sample is of the line of Python that a thread was at, also while it waited there. "With callees" is a function with all that it called.',
	calls: '"With callees" is a function with all that it called.',
};

// LINKOF(row) leads to its largest box, null: it has none.
function columnsOf(host, linkOf) {
	const time = (id, title, explanation) => ({ id, title, explanation, isNumber: true, value: (row) => row[id], text: (row) => formatDuration(row[id]) });
	return [
		{ id: 'name', title: 'Function', isName: true, value: (row) => row.name, found: placeOf,
			node: (row) => (linkOf(row) ? el('a', { href: linkOf(row), title: 'Show it in the flame graph' }, row.name) : row.name) },
		{ id: 'file', title: 'At', isName: true, value: (row) => `${fileName(row.file)}${row.line ? `:${row.line}` : ''}`, found: (row) => row.file },
		{ id: 'whose', title: 'Code', value: (row) => (row.is_own ? 'program' : 'library'), node: (row) => [swatch(kindOf(row)), row.is_own ? 'program' : 'library'] },
		{ id: 'share', title: 'Share', explanation: 'of all samples, with all that it called', isNumber: true, value: (row) => row.total_ns, text: (row) => percentOf(row.total_ns, host) },
		time('total_ns', 'With callees', 'in it and in all that it called'),
		time('self_ns', 'Itself', 'in it, and in what it called of CUDA\'s libraries'),
		{ id: 'samples', title: host.kind === 'calls' ? 'Calls' : 'Samples', explanation: 'of the time with callees: of few, shares are rough', isNumber: true,
			value: (row) => row.samples, text: (row) => formatCount(row.samples) },
	];
}

const legend = (host) => el('p', { class: 'legend' }, [['own', host.own_ns], ['library', host.library_ns], ['cuda', host.cuda_ns]].filter(([kind, ns]) => ns > 0 || kind !== 'cuda')
	.map(([kind]) => el('span', {}, swatch(kind), looksOf[kind])), el('span', {}, el('i', { class: 'swatch rest', 'aria-hidden': 'true' }), 'smaller ones'));

function leftOutText({ functions, tree }) {
	const parts = [functions.left_out ? formatPlural(functions.left_out, 'function') : null, tree.left_out ? formatPlural(tree.left_out, 'call') : null].filter(Boolean);
	return parts.length ? el('p', { class: 'note' }, `${parts.join(' and ')} with less time are not in the report; they are part of those that called them.`) : null;
}

// A place of a table that tells FOUND(filter) what is typed.
function told(place, found) {
	return {
		read: place.read,
		listen: place.listen,
		write(state) {
			place.write(state);
			found(state.filter);
		},
	};
}

export function open(host, { model, process, router }) {
	const shown = model.processes[process()];
	const time = shown?.host_time;
	if (!time) {
		host.append(el('p', {}, 'No stacks of the host were recorded: record with ', el('code', {}, prose('warpwise record --host')), '.'));
		return {};
	}
	const tree = createTree(time);
	const go = (node) => router.go('host', { ...router.current().params, call: node?.index });
	const flame = createFlame(tree, go);
	const places = createTablePlaces(router, 'host');
	const place = told(places.of(), flame.mark);
	const largest = new Map(); // box by function
	for (const node of tree.nodes)
		if (node.row && !largest.has(node.row))
			largest.set(node.row, node);
	const linkOf = (row) => largest.has(row) && formatRoute({ view: 'host', params: { ...router.current().params, call: largest.get(row).index } });
	let chosen; // the node of the address

	// Out of a call, wherever the focus is, as long as nothing else is closed by it.
	function keydown(event) {
		if (event.key === 'Escape' && chosen && !event.target.closest('input, select, dialog'))
			go(null);
	}

	document.addEventListener('keydown', keydown);
	host.append(el('p', {}, summaryText(time, shown.threads), ' ', el('button', { type: 'button', class: 'to-flame', onclick: flame.focus }, 'To the flame graph')), leftOutText(time) ?? '',
		createTable({ caption: 'Functions of the host, the program\'s own first; a name shows its calls below', columns: columnsOf(time, linkOf), rows: time.functions.rows, place }),
		el('p', { class: 'note' }, notes[time.kind], shown.range ? ' All of the range counts.' : ' All of the recording counts, CUDA\'s start and end, too.'),
		el('section', { class: 'who-called' }, el('h2', {}, 'Who called whom'), legend(time), ...flame.elements, valuesElement(tree)));
	return {
		show(params) {
			const node = tree.nodes[params.call] ?? null;
			const isLed = node && node !== chosen && !document.activeElement.matches('[role=treeitem]'); // by a link
			places.show();
			if (node !== chosen)
				flame.show(node);
			chosen = node;
			flame.mark(place.read().filter);
			if (isLed)
				flame.focus();
		},
		close: () => document.removeEventListener('keydown', keydown),
	};
}
