// SPDX-License-Identifier: MIT
// Tokens, with which programs send and read: made, shown once, listed, revoked. For those who administer everything.
import { copyText } from '../clipboard.js';
import { el } from '../dom.js';
import { formatPlural } from '../format.js';
import { createTable } from '../table.js';
import { base } from './base.js';
import { ask, choice, createForm, labelled } from './form.js';
import { emptiness } from './region.js';
import { formatRight, roles } from './rights.js';
import { formatAgo, formatDay, formatWhen } from './when.js';

const PROJECT_HINT = 'Letters, digits, . _ and -, first a letter or digit. Empty: all projects. One that is not there yet is made.';

function columns(revoke) {
	return [
		{ id: 'description', title: 'For', value: (t) => t.description, node: (t) => [t.description || el('span', { class: 'soft' }, 'not said'), el('div', { class: 'soft' }, `token ${t.id}`)] },
		{ id: 'right', title: 'May', value: formatRight },
		{ id: 'created', title: 'Made', value: (t) => t.created_ns, text: (t) => formatWhen(t.created_ns),
			node: (t) => [el('time', { title: formatWhen(t.created_ns) }, formatAgo(t.created_ns)), el('div', { class: 'soft' }, `by ${t.created_by}`)] },
		{ id: 'expires', title: 'Ends', value: (t) => t.expires_ns ?? Infinity, text: (t) => (t.expires_ns === null ? 'never' : formatDay(t.expires_ns)),
			node: (t) => (t.expires_ns === null ? 'never' : t.expires_ns < Date.now() * 1e6 ? el('span', { class: 'worse' }, `ended ${formatDay(t.expires_ns)}`) : formatDay(t.expires_ns)) },
		{ id: 'revoke', isFixed: true, title: 'Change', value: () => '', node: (t) => el('button', { type: 'button', 'aria-label': `Revoke ${t.description || `token ${t.id}`}`, onclick: () => revoke(t) }, 'Revoke') },
	];
}

// The one time that a token is seen.
function secretElement(token, role, project) {
	const copy = el('button', { type: 'button', async onclick() {
		copy.textContent = await copyText(token) ? 'Copied' : 'The browser does not let this page copy';
	} }, 'Copy');
	const usage = role === 'read' ? `curl -H 'Authorization: Bearer ...' ${location.origin}${base}/api/v1/reports?project=${project || 'NAME'}`
		: `WARPWISE_TOKEN=... warpwise upload run.db --to ${location.origin}${base} --project ${project || 'NAME'}`;
	return el('section', { class: 'secret', 'aria-label': 'The new token', tabindex: '-1' }, el('h2', {}, 'The new token, which is shown this once'),
		el('p', {}, el('code', { class: 'token' }, token), ' ', copy), el('p', { class: 'soft' }, 'The server keeps only its hash. Used like this:'), el('pre', {}, usage));
}

export function open(host, { api, region, projects, expired }) {
	const shown = region('the tokens');
	const fresh = el('div', { role: 'status' });
	const role = choice(roles, 'upload');
	const project = el('input', { list: 'token-projects', maxlength: '64', spellcheck: 'false', autocapitalize: 'none' });
	const description = el('input', { maxlength: '80' });
	const days = el('input', { type: 'number', min: '1', max: '36500', step: '1' });
	const form = createForm({
		expired, verb: 'Make a token',
		content: el('div', { class: 'fields' }, labelled('What it may', role), labelled('Project', project, PROJECT_HINT), labelled('What it is for', description, 'Such as "nightly benchmarks".'),
			labelled('Ends after days', days, 'Empty: never.'), el('datalist', { id: 'token-projects' }, projects.map(({ name }) => el('option', { value: name })))),
		async send() {
			const wish = { role: role.value, project: project.value.trim() || null, description: description.value.trim(), expires_days: days.value ? Number(days.value) : null };
			const { token } = await api.send('POST', 'tokens', wish);
			fresh.replaceChildren(secretElement(token, wish.role, wish.project));
			fresh.firstChild.focus();
			description.value = '';
			load();
		},
	});

	function revoke(token) {
		ask({
			expired, title: 'Revoke this token?', verb: 'Revoke', isDangerous: true,
			content: el('p', {}, `Whoever uses it (${token.description || `token ${token.id}`}) can no longer ${formatRight(token)}. A revoked token does not come back; make another.`),
			async act() {
				await api.remove(`tokens/${token.id}`);
				load();
			},
		});
	}

	function load() {
		shown.load(async (signal) => {
			const { tokens } = await api.get('tokens', null, signal);
			return tokens.length ? createTable({ caption: formatPlural(tokens.length, 'token'), columns: columns(revoke), rows: tokens, sort: 'created' })
				: emptiness('No token yet', 'Programs need one to send reports. People need none: they sign in.');
		});
	}

	host.append(el('main', { id: 'main', tabindex: '-1', class: 'narrow' }, el('h1', {}, 'Tokens'),
		el('p', { class: 'soft' }, 'With a token a program sends reports, or reads them: in CI, on a cluster, by a script.'), form, fresh, shown.element));
	return { show: load, close: shown.close };
}
