// SPDX-License-Identifier: MIT
// The frame around the views: title, tabs, process and theme. One view is open at a time.
import { defineColours } from './colours.js';
import { el } from './dom.js';
import { openHelp } from './help.js';
import { listenToPrint } from './print.js';
import { createRouter, formatRoute } from './router.js';
import { createSearchBox } from './searchbox.js';
import { skipLink } from './skip.js';
import { createThemeButton } from './theme.js';
import { views } from './views.js';

// What the first line says of a process.
function titleOf(model) {
	const [first] = model.processes;
	if (!first)
		return el('h1', { class: 'run' }, 'No trace');
	const machine = first.devices.map((device) => device.name)[0];
	return el('h1', { class: 'run' }, el('strong', {}, first.name),
		model.processes.length > 1 ? ` and ${model.processes.length - 1} more` : '', machine ? ` · ${machine}` : '');
}

function processSelect(model, router) {
	const select = el('select', { 'aria-label': 'Process' },
		model.processes.map((process, index) => el('option', { value: index }, process.label)));
	select.addEventListener('change', () => {
		const { view } = router.current();
		router.go(view, { process: select.value === '0' ? null : select.value });
	});
	return select;
}

// Where they do not all fit, the one that is open is seen, with some of its neighbours.
function showTab(link) {
	const strip = link.parentElement;
	strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
}

// ABOUT: the page has a frame of its own around it, with the theme, and this element to show below the title. Returns
// { reopen(), close() }: what is drawn with colours is drawn anew when they change.
export function openShell(page, model, { about = null } = {}) {
	const shown = views.filter(({ module }) => !module.has || module.has(model));
	const host = el('main', { id: 'view', tabindex: '-1' });
	const left = new Map(); // by view and process: where one was in a view that is kept
	let open = null;

	const tabs = new Map(shown.map((view) => [view.id, el('a', { href: formatRoute({ view: view.id }) }, view.title)]));
	const router = createRouter(show, views[0].id);
	const select = model.processes.length > 1 ? processSelect(model, router) : null;
	const context = {
		model,
		router,
		process: () => Math.min(Number(router.current().params.process) || 0, model.processes.length - 1),
		help: () => openHelp(model),
	};
	const search = model.processes.length ? createSearchBox(model, context.process) : null;

	// An address that names no view, or one that this report has nothing for.
	function showNothing(id) {
		open?.shown.close?.();
		open = null;
		host.removeAttribute('data-view');
		const title = views.find((view) => view.id === id)?.title;
		host.replaceChildren(el('h2', {}, title ? `This report has nothing for ${title}` : 'There is no such view'),
			el('p', {}, title ? '' : `The address asks for '${id}'. `, el('a', { href: formatRoute({ view: shown[0].id }) }, `To ${shown[0].title}`)));
	}

	function show({ view: id, params }, before) {
		const view = shown.find((candidate) => candidate.id === id);
		const process = context.process();
		if (shown.find(({ id: was }) => was === before?.view)?.isKept)
			left.set(`${before.view} ${Number(before.params.process) || 0}`, before.params);
		if (select)
			select.value = String(process);
		for (const [tab, link] of tabs) {
			link.href = formatRoute({ view: tab, params: (tab !== id && left.get(`${tab} ${process}`)) || { process: process || null } });
			link.toggleAttribute('aria-current', tab === view?.id);
		}
		if (!view) {
			showNothing(id);
			return;
		}
		showTab(tabs.get(view.id));
		if (open?.view === view && open.process === process) {
			open.shown.show?.(params);
			return;
		}
		open?.shown.close?.();
		host.replaceChildren();
		host.dataset.view = view.id;
		open = { view, process, shown: view.module.open(host, context) ?? {} };
		search?.setKey(!open.shown.hasSearch);
		open.shown.show?.(params);
	}

	// Views draw with colours, so that they are opened anew when those change.
	function reopen() {
		open?.shown.close?.();
		open = null;
		show(router.current(), null);
	}

	// Keys that every view has; the timeline's search is its own.
	function keydown(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog'))
			return;
		if (event.key === '?')
			context.help();
		else if (event.key === '/' && search && !open?.shown.hasSearch)
			search.focus();
		else
			return;
		event.preventDefault();
	}

	const printing = listenToPrint(() => open?.shown.redraw?.());
	defineColours(document.documentElement);
	document.addEventListener('keydown', keydown);
	page.replaceChildren(
		el(about ? 'section' : 'header', { class: 'top', 'aria-label': about ? 'Report' : null }, about ? null : skipLink(), titleOf(model), select,
			el('span', { class: 'space' }), search?.element, el('button', { type: 'button', 'aria-label': 'Help: keys, colours and words', onclick: context.help }, '?'),
			about ?? createThemeButton(reopen)),
		el('nav', { class: 'tabs', 'aria-label': 'Views' }, [...tabs.values()]), host);
	router.start();
	return {
		reopen,
		close() {
			router.stop();
			printing.close();
			document.removeEventListener('keydown', keydown);
			open?.shown.close?.();
		},
	};
}
