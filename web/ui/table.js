// SPDX-License-Identifier: MIT
// A table that is sorted by a click on a head, filtered by text, reduced to chosen columns and copied as CSV.
import { copyText } from './clipboard.js';
import { el } from './dom.js';
import { formatCount, formatPlural } from './format.js';

// A column: { id, title, value(row), text(row)?, node(row)?, isNumber?, isName?: long, it may break anywhere, explanation?, isHidden?,
// isFixed?: nobody sorts by it }.
// value() sorts, text() is what CSV and filter see (default: the value), node() what is shown (default: the text), found(row)? what
// else a filter finds.
const textOf = (column, row) => String((column.text ?? column.value)(row) ?? '');

function quoteCsv(text) {
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(columns, rows) {
	const lines = [columns.map((column) => quoteCsv(column.title)),
		...rows.map((row) => columns.map((column) => quoteCsv(column.isNumber ? String(column.value(row) ?? '') : textOf(column, row))))];
	return `${lines.map((line) => line.join(',')).join('\n')}\n`;
}

function compare(a, b) {
	if (a === b)
		return 0;
	if (a === null || a === undefined)
		return 1;
	if (b === null || b === undefined)
		return -1;
	return a < b ? -1 : 1;
}

// Long names, templates of templates, would fill the screen: two lines are seen, on paper three, and all of it on hover and focus.
function cell(column, row, label) {
	const shown = column.node ? column.node(row) : textOf(column, row);
	if (!column.isName)
		return el('td', { class: column.isNumber ? 'number' : null, 'data-label': label }, shown);
	const letters = `${Math.ceil(0.6 * textOf(column, row).length)}em`; // no wider than it needs to be
	return el('td', { class: 'long-name', 'data-label': label, style: { '--letters': letters } }, el('div', { class: 'clamped', title: textOf(column, row) }, shown));
}

// Tables of fewer rows need no filter.
const FILTERED_ROWS = 4;

// Of more rows the first are shown; the filter looks at all.
const FIRST_ROWS = 50;

// OPTIONS: { caption, columns, rows, sort?: id, isDescending?, onopen?(row), look?: its class, place?: in the address, of
// table_places.js }. Returns an element.
export function createTable({ caption, columns, rows, sort, isDescending = true, onopen, look = 'cards', place }) {
	const state = { sort, isDescending, filter: '', isWhole: false, hidden: new Set(columns.filter((c) => c.isHidden).map((c) => c.id)) };
	const body = el('tbody');
	const head = el('thead');
	const count = el('span', { class: 'count', role: 'status' });
	const visible = () => columns.filter((column) => !state.hidden.has(column.id));

	function selected() {
		const needle = state.filter.toLowerCase();
		const found = needle ? rows.filter((row) => columns.some((column) => `${textOf(column, row)}\n${column.found?.(row) ?? ''}`.toLowerCase().includes(needle))) : [...rows];
		const by = columns.find((column) => column.id === state.sort);
		if (by)
			found.sort((a, b) => (state.isDescending ? -1 : 1) * compare(by.value(a), by.value(b)));
		return found;
	}

	function sortButton(column) {
		return el('button', {
			type: 'button',
			title: column.explanation,
			onclick() {
				state.isDescending = column.id === state.sort ? !state.isDescending : Boolean(column.isNumber);
				state.sort = column.id;
				changed();
				head.querySelector('[aria-sort] button')?.focus(); // the head is new
			},
		}, column.title);
	}

	function drawHead() {
		head.replaceChildren(el('tr', {}, visible().map((column) => el('th', {
			scope: 'col',
			class: column.isNumber ? 'number' : null,
			'aria-sort': column.id === state.sort ? (state.isDescending ? 'descending' : 'ascending') : null,
		}, column.isFixed ? column.title : sortButton(column)))));
	}

	// As the address says, where it names a column.
	function read() {
		const given = place.read();
		const by = columns.find(({ id }) => id === given.sort?.replace(/^-/, ''));
		state.filter = filter.value = rows.length < FILTERED_ROWS ? '' : given.filter;
		state.sort = by?.id ?? sort;
		state.isDescending = by ? given.sort.startsWith('-') : isDescending;
		state.isWhole = given.isWhole;
	}

	function changed() {
		const isOwn = state.sort === sort && state.isDescending === isDescending;
		place?.write({ filter: state.filter, sort: isOwn ? null : `${state.isDescending ? '-' : ''}${state.sort}`, isWhole: state.isWhole });
		draw();
	}

	function draw() {
		const found = selected();
		const shown = state.isWhole ? found : found.slice(0, FIRST_ROWS);
		drawHead();
		more.hidden = shown.length === found.length;
		more.firstChild.textContent = `Show ${formatCount(found.length - shown.length)} more`;
		more.lastChild.textContent = `${formatPlural(found.length - shown.length, 'more row')} on the screen`;
		count.textContent = found.length === rows.length ? '' : `${found.length} of ${rows.length}`;
		body.replaceChildren(...shown.map((row) => el('tr', {
			tabindex: onopen ? '0' : null,
			class: onopen ? 'opens' : null,
			onclick: onopen ? () => onopen(row) : null,
			onkeydown: onopen ? (event) => event.key === 'Enter' && onopen(row) : null,
		}, visible().map((column) => cell(column, row, column.title)))));
		if (!found.length && state.filter)
			body.append(el('tr', {}, el('td', { class: 'none', colspan: visible().length }, `Nothing here has "${state.filter}".`)));
	}

	const filter = el('input', {
		type: 'search', placeholder: 'Filter', 'aria-label': `Filter: ${caption}`,
		oninput() {
			state.filter = filter.value;
			changed();
		},
	});
	const more = el('p', { class: 'more', hidden: true }, el('button', {
		type: 'button',
		onclick() {
			state.isWhole = true;
			changed();
			const row = body.children[FIRST_ROWS]; // the button is gone
			(row.matches('[tabindex]') ? row : row.querySelector('a, button'))?.focus();
		},
	}), el('span', { class: 'on-paper' }));
	const chooser = el('details', { class: 'columns' }, el('summary', {}, 'Columns'), el('div', { class: 'choices' }, columns.map((column) => {
		const box = el('input', {
			type: 'checkbox', checked: !column.isHidden,
			onchange() {
				state.hidden[box.checked ? 'delete' : 'add'](column.id);
				draw();
			},
		});
		return el('label', {}, box, column.title);
	})));
	const copy = el('button', {
		type: 'button',
		async onclick() {
			const found = selected();
			count.textContent = await copyText(toCsv(visible(), found)) ? `${formatPlural(found.length, 'row')} copied` : 'The browser does not let this page copy';
		},
	}, 'Copy as CSV');
	if (place) {
		read();
		place.listen(() => {
			read();
			draw();
		});
	}
	draw();
	return el('section', { class: 'table' }, el('div', { class: 'tools' }, rows.length < FILTERED_ROWS ? null : filter, count, copy, chooser),
		el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
			el('table', { class: look }, el('caption', {}, caption), head, body)), more);
}
