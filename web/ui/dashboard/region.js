// SPDX-License-Identifier: MIT
// A part of a page that comes from the server: it says that it loads, what is wrong and how to try again, and never
// shows a reply that is no longer asked for.
import { el } from '../dom.js';
import { formatAddress, parseAddress } from './address.js';
import { ApiError } from './api.js';
import { below } from './base.js';

const titles = {
	unreachable: 'The server cannot be reached', timeout: 'The server does not answer', forbidden: 'No right to see this',
	'not-found': 'There is nothing here', 'invalid-query': 'This address cannot be read',
};

// What to do about it, where the server did not say.
const advice = { unreachable: 'Is it running, and is this machine connected to its network?' };

// A page has one heading of the first level: this one, where there is none yet.
const heading = (title) => el(document.querySelector('main h1') ? 'h2' : 'h1', {}, title);

// From a page that stays as it is: to what its project has, if there is more of it.
function wayOn() {
	const { page, id, params } = parseAddress(location);
	const runs = params.project && (page !== 'runs' || id) ? el('a', { href: formatAddress({ page: 'runs', params: { project: params.project } }) }, `To the runs of ${params.project}`) : null;
	return el('p', {}, runs, runs && ' · ', el('a', { href: below('/projects') }, 'To all projects'));
}

// RETRY: null: it would fail again.
function failure(error, retry) {
	const isSure = error instanceof ApiError;
	const title = isSure ? titles[error.code] ?? 'The server could not do this' : 'This page has a defect';
	return el('section', { class: retry ? 'failure' : 'failure final', role: 'alert' }, heading(title), el('p', {}, advice[error.code] ?? `${error.message[0].toUpperCase()}${error.message.slice(1)}.`),
		retry ? el('button', { type: 'button', onclick: retry }, 'Try again') : wayOn());
}

// What is not there yet, and what to do about it.
export function emptiness(title, ...advice) {
	return el('section', { class: 'emptiness' }, heading(title), advice.filter(Boolean).map((one) => (one instanceof HTMLElement && !one.matches('a, code') ? one : el('p', {}, one))));
}

// WHAT is loaded, "the runs". EXPIRED() is called when one has to sign in first.
export function createRegion(what, expired) {
	const element = el('div', { class: 'region' });
	let controller = null;

	// MAKE(signal) is a promise of nodes, which replace what is shown.
	async function load(make) {
		controller?.abort();
		const mine = new AbortController();
		controller = mine;
		element.setAttribute('aria-busy', 'true');
		if (!element.hasChildNodes())
			element.append(el('p', { class: 'status', role: 'status' }, `Loading ${what} ...`));
		try {
			const nodes = await make(mine.signal);
			if (mine.signal.aborted)
				return;
			element.replaceChildren(...[nodes].flat().filter(Boolean));
		} catch (error) {
			if (mine.signal.aborted)
				return;
			if (error.status === 401) {
				expired();
				return;
			}
			element.replaceChildren();
			const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status >= 429;
			element.replaceChildren(failure(error, isPassing ? () => {
				element.replaceChildren();
				load(make);
			} : null));
			if (!(error instanceof ApiError))
				console.error(error);
		}
		element.removeAttribute('aria-busy');
	}

	return { element, load, close: () => controller?.abort() };
}
