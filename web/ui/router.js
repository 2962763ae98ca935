// SPDX-License-Identifier: MIT
// The address of what is seen: #/VIEW?NAME=VALUE&... leads to exactly this view, by link, back and forward.

export function parseRoute(hash) {
	const [, view, query] = /^#?\/?([^?]*)\??(.*)$/.exec(hash);
	return { view, params: Object.fromEntries(new URLSearchParams(query)) };
}

export function formatRoute({ view, params }) {
	const entries = Object.entries(params ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '');
	const query = new URLSearchParams(entries).toString();
	return `#/${view}${query ? `?${query}` : ''}`;
}

// Calls SHOW(route, before) now and whenever the address changes, BEFORE being the route that was shown until then, or null. An
// address that names no view is that of HOME.
export function createRouter(show, home) {
	const current = () => {
		const route = parseRoute(location.hash);
		return { ...route, view: route.view || home };
	};
	let before = null;
	const changed = () => {
		const route = current();
		show(route, before);
		before = route;
	};
	return {
		current,
		start() {
			addEventListener('hashchange', changed);
			changed();
		},
		stop: () => removeEventListener('hashchange', changed),
		// A new step of the history.
		go(view, params) {
			location.hash = formatRoute({ view, params });
		},
		// The same step: panning leaves no trail behind it. No event: who calls it knows. A view that the reader has
		// just left, though it does not know yet, changes nothing.
		replace(view, params) {
			if (current().view !== view)
				return;
			history.replaceState(null, '', formatRoute({ view, params }));
			before = current();
		},
	};
}
