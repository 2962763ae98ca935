// SPDX-License-Identifier: MIT
// The search in the header: a field with a list of what is found, which arrow keys go through.
import { el } from './dom.js';
import { formatPlural } from './format.js';
import { rangeNames, searchReport } from './search.js';

// PROCESS() is the one that is looked at. Returns { element, focus(), setKey() }.
export function createSearchBox(model, process) {
	const list = el('div', { id: 'found', class: 'found', role: 'listbox', 'aria-label': 'Found', hidden: true });
	const said = el('span', { class: 'said', role: 'status' });
	const field = el('input', {
		type: 'search', placeholder: 'Search report (/)', 'aria-label': 'Search findings, kernels, API calls, ranges and code',
		role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'found', autocomplete: 'off', spellcheck: 'false',
	});
	const element = el('div', { class: 'search', role: 'search' }, field, list, said);
	const ranges = new Map(); // by process, once its timeline was read
	let options = [];
	let chosen = -1;

	function choose(index) {
		chosen = options.length ? (index + options.length) % options.length : -1;
		options.forEach((option, i) => option.setAttribute('aria-selected', String(i === chosen)));
		if (chosen < 0)
			field.removeAttribute('aria-activedescendant');
		else {
			field.setAttribute('aria-activedescendant', options[chosen].id);
			options[chosen].scrollIntoView({ block: 'nearest' });
		}
	}

	function close() {
		list.hidden = true;
		field.setAttribute('aria-expanded', 'false');
		field.removeAttribute('aria-activedescendant');
	}

	function go(option) {
		location.hash = option.dataset.href;
		field.value = '';
		close();
		field.blur();
	}

	function optionElement({ text, detail, href }, number) {
		const option = el('div', { id: `found-${number}`, role: 'option', 'aria-selected': 'false', 'data-href': href }, el('span', { class: 'name' }, text), el('span', { class: 'detail' }, detail));
		option.addEventListener('click', () => go(option));
		return option;
	}

	function draw() {
		const groups = searchReport(model, process(), ranges.get(process()) ?? [], field.value);
		let number = 0;
		list.replaceChildren(...groups.map(({ kind, results, more }, i) => el('div', { role: 'group', 'aria-labelledby': `found-kind-${i}` },
			el('div', { class: 'kind', id: `found-kind-${i}` }, kind, more ? el('span', { class: 'detail' }, `${more} more`) : null),
			results.map((result) => optionElement(result, number++)))));
		options = [...list.querySelectorAll('[role=option]')];
		const isAsked = field.value.trim() !== '';
		if (isAsked && !options.length)
			list.append(el('div', { class: 'kind', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, 'nothing found'));
		list.hidden = !isAsked;
		field.setAttribute('aria-expanded', String(isAsked));
		said.textContent = isAsked ? `${formatPlural(options.length, 'result')}` : '';
		choose(options.length ? 0 : -1);
	}

	// Ranges are in the timeline, which is read when somebody searches.
	async function readRanges() {
		const index = process();
		if (ranges.has(index) || !model.processes.length)
			return;
		ranges.set(index, []);
		try {
			ranges.set(index, rangeNames(await model.timeline(index)));
		} catch {
			return; // a damaged timeline says so where it is shown
		}
		if (!list.hidden && process() === index)
			draw();
	}

	const keys = {
		ArrowDown: () => choose(chosen + 1),
		ArrowUp: () => choose(chosen - 1),
		Enter: () => chosen >= 0 && go(options[chosen]),
		Escape() {
			field.value = '';
			close();
			field.blur();
		},
	};
	field.addEventListener('focus', readRanges);
	field.addEventListener('input', draw);
	field.addEventListener('keydown', (event) => {
		if (!keys[event.key] || list.hidden && event.key !== 'Escape')
			return;
		event.preventDefault();
		keys[event.key]();
	});
	element.addEventListener('focusout', (event) => !element.contains(event.relatedTarget) && close());
	list.addEventListener('pointerdown', (event) => event.preventDefault()); // the field keeps the focus until the click
	return {
		element,
		focus: () => field.focus(),
		// Whether the key leads here: a view may have a search of its own.
		setKey(isOurs) {
			field.placeholder = isOurs ? 'Search report (/)' : 'Search report';
		},
	};
}
