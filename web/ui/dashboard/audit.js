// SPDX-License-Identifier: MIT
// The audit log: who changed what, from where, the newest first. For those who administer everything.
import { el } from '../dom.js';
import { formatPlural } from '../format.js';
import { formatAddress } from './address.js';
import { below } from './base.js';
import { emptiness } from './region.js';
import { formatRight } from './rights.js';
import { formatAgo, formatWhen } from './when.js';

const PAGE = 100;
const words = {
	'report.upload': 'sent a report', 'report.delete': 'deleted a report', 'trace.upload': 'sent a trace', 'project.change': 'changed a project', 'project.delete': 'deleted a project',
	'token.create': 'made a token', 'token.revoke': 'revoked a token', 'user.create': 'made a user', 'user.delete': 'removed a user', 'user.password': 'set a password', 'user.right': 'changed a right',
	'session.begin': 'signed in', 'session.end': 'signed out',
};
const heads = ['When', 'Who', 'What', 'Project', 'Which'];

// TOKENS: what those that are still there are for, or may, by "token ID". What others were for an entry says: "token ID: nightly".
function subjectOf({ action, project, subject }, tokens) {
	const [, token, described] = /^(token \d+)(?:: (.*))?$/s.exec(subject) ?? [];
	const description = tokens.get(token) || described;
	if (description)
		return [description, el('div', { class: 'soft' }, token)];
	const short = /^[0-9a-f]{64}$/.test(subject) ? subject.slice(0, 12) : subject;
	return action === 'report.upload' ? el('a', { href: formatAddress({ page: 'runs', id: subject, params: { project } }) }, short) : short;
}

const rowOf = (entry, tokens) => el('tr', {},
	el('td', {}, el('time', { title: formatAgo(entry.at_ns) }, formatWhen(entry.at_ns))),
	el('td', {}, tokens.get(entry.actor) || entry.actor,
		el('div', { class: 'soft' }, tokens.get(entry.actor) ? `${entry.actor}, ` : '', entry.address || 'this machine')),
	el('td', {}, words[entry.action] ?? entry.action), el('td', {}, entry.project), el('td', {}, subjectOf(entry, tokens)));

export function open(host, { api, address, projects, region }) {
	const shown = region('the audit log');
	const only = el('select', { 'aria-label': 'Project', onchange: () => address.go({ page: 'audit', params: { project: only.value } }) });
	const count = el('span', { class: 'count', role: 'status' });

	function createMore(query, tokens, body, signal) {
		const button = el('button', { type: 'button', class: 'more', async onclick() {
			button.disabled = true;
			try {
				const { entries, next } = await api.get('audit', query, signal);
				body.append(...entries.map((entry) => rowOf(entry, tokens)));
				button.replaceWith(next ? createMore({ ...query, before: next }, tokens, body, signal) : '');
				say(body, next);
			} catch (error) {
				if (!signal.aborted)
					button.textContent = `${error.message}: try again`;
			}
			button.disabled = false;
		} }, 'Show older');
		return button;
	}

	function say(body, next) {
		count.textContent = `${next ? 'The newest ' : ''}${formatPlural(body.children.length, 'change')}`;
	}

	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, 'Audit log'),
		el('p', { class: 'soft' }, 'Every change: what was sent, deleted, made or revoked, and who signed in.'), el('div', { class: 'tools' }, only, count), shown.element));
	return {
		show({ params }) {
			const names = [...new Set([...projects.map(({ name }) => name), params.project].filter(Boolean))];
			only.replaceChildren(el('option', { value: '' }, 'all projects'), ...names.map((name) => el('option', { value: name, selected: name === params.project }, name)));
			shown.load(async (signal) => {
				const query = { project: params.project, limit: PAGE };
				const [{ entries, next }, { tokens: known }] = await Promise.all([api.get('audit', query, signal), api.get('tokens', null, signal)]);
				const tokens = new Map(known.map((token) => [`token ${token.id}`, token.description || `a token to ${formatRight(token)}`]));
				count.textContent = '';
				if (!entries.length)
					return emptiness('Nothing has changed', params.project ? el('a', { href: below('/audit') }, 'Look at all projects') : '');
				const body = el('tbody', {}, entries.map((entry) => rowOf(entry, tokens)));
				say(body, next);
				return [el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Audit log' }, el('table', { class: 'audit' }, el('caption', { class: 'unseen' }, 'Audit log'),
					el('thead', {}, el('tr', {}, heads.map((title) => el('th', { scope: 'col' }, title)))), body)), next && createMore({ ...query, before: next }, tokens, body, signal)];
			});
		},
		close: shown.close,
	};
}
