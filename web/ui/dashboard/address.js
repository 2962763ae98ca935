// SPDX-License-Identifier: MIT
// The address of a page of the dashboard: /runs/ID?project=P, a link to exactly what is seen. What follows # is the
// report's (router.js).
import { formatQuery } from './api.js';
import { base, below } from './base.js';

const repeated = ['base', 'new'];

// Where a page would choose a branch or GPU if none is said: no particular one. It is no name of either.
export const ALL = '*';

// { page: 'runs', id: 'ID' or null, params: { project: 'P', base: ['ID'] } }. Which paths are pages the server knows, too
// (is_page() in api_server.c): it answers others with 404.
export function parseAddress({ pathname, search }) {
	const parts = pathname.slice(base.length).split('/').filter(Boolean);
	const [page, id] = parts.length > 2 ? [parts.join('/'), null] : parts; // no page is that deep
	const query = new URLSearchParams(search);
	const params = Object.fromEntries([...query.keys()].map((name) => [name, repeated.includes(name) ? query.getAll(name) : query.get(name)]));
	return { page: page ?? '', id: id ? decodeURIComponent(id) : null, params };
}

export function formatAddress({ page, id, params }) {
	return below(`/${page}${id ? `/${encodeURIComponent(id)}` : ''}${formatQuery(params)}`);
}

// Calls SHOW(address) whenever another page is asked for by a link, back or forward.
export function createAddress(show) {
	let shown = null;
	const place = () => location.pathname + location.search;
	const current = () => parseAddress(location);

	function changed() {
		if (shown === place())
			return; // only what follows # is another
		shown = place();
		show(current());
	}

	function go(target) {
		history.pushState(null, '', typeof target === 'string' ? target : formatAddress(target));
		changed();
	}

	addEventListener('popstate', changed);
	document.addEventListener('click', (event) => {
		const link = event.target.closest?.(`a[href^="${below('/')}"]`);
		if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey ||
			link.hasAttribute('download') || link.target || link.pathname.startsWith(below('/api/')))
			return;
		event.preventDefault();
		go(link.href);
	});
	return {
		current,
		go,
		// The same step of the history: no page is opened, who calls it knows.
		replace(target) {
			history.replaceState(null, '', formatAddress(target));
			shown = place();
		},
		start() {
			shown = place();
			show(current());
		},
	};
}
