// SPDX-License-Identifier: MIT
// The people who may sign in, and what they may. For those who administer everything.
import { el } from '../dom.js';
import { formatPlural } from '../format.js';
import { createTable } from '../table.js';
import { ask, choice, createForm, labelled } from './form.js';
import { formatRight, roles } from './rights.js';
import { formatAgo, formatWhen } from './when.js';

const NAME = '[a-z0-9][a-z0-9._@\\-]{0,63}';
const readFirst = [...roles].sort(([a], [b]) => (b === 'read') - (a === 'read'));

const passwordField = () => el('input', { type: 'password', autocomplete: 'new-password', minlength: '8', maxlength: '1024', required: true });
const projectChoice = (projects) => choice([['', 'all projects'], ...projects.map(({ name }) => [name, name])], '');

function columns(session, actions) {
	return [
		{ id: 'name', title: 'Name', value: (u) => u.name, node: (u) => [el('strong', {}, u.name), u.name === session.user ? el('span', { class: 'soft' }, ' (you)') : ''] },
		{ id: 'rights', title: 'May', value: (u) => u.rights.map(formatRight).join(', ') || 'nothing',
			node: (u) => (u.rights.length ? u.rights.map((right) => el('div', {}, formatRight(right))) : el('span', { class: 'soft' }, 'nothing')) },
		{ id: 'created', title: 'Made', value: (u) => u.created_ns, text: (u) => formatWhen(u.created_ns), node: (u) => el('time', { title: formatWhen(u.created_ns) }, formatAgo(u.created_ns)) },
		{ id: 'change', isFixed: true, title: 'Change', value: () => '', node: (u) => el('span', { class: 'buttons' }, actions.filter(({ isForOneself }) => isForOneself || u.name !== session.user).map(({ verb, act }) =>
			el('button', { type: 'button', 'aria-label': `${verb}: ${u.name}`, onclick: () => act(u) }, verb))) },
	];
}

export function open(host, { api, session, projects, region, expired }) {
	const shown = region('the users');
	const done = el('p', { role: 'status', class: 'soft' });
	const path = (user, what) => `users/${encodeURIComponent(user.name)}${what}`;
	const name = el('input', { pattern: NAME, required: true, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', title: 'small letters, digits, and . _ @ -' });
	const password = passwordField();
	const role = choice(readFirst, 'read');
	const project = projectChoice(projects);

	// What was done is said, and the list is as it is now.
	async function change(text, method, where, body) {
		done.textContent = '';
		await api.send(method, where, body);
		done.textContent = text;
		load();
	}

	const form = createForm({
		expired, verb: 'Make a user',
		content: el('div', { class: 'fields' }, labelled('Name', name), labelled('Password', password, 'At least 8 characters.'), labelled('What they may', role), labelled('Project', project)),
		async send() {
			await change(`${name.value} may sign in now.`, 'POST', 'users', { user: name.value, password: password.value, role: role.value, project: project.value || null });
			form.reset();
			name.focus();
		},
	});

	function changeRight(user) {
		const roleIn = (project) => user.rights.find((right) => (right.project ?? '') === project)?.role ?? '';
		const what = choice([...readFirst, ['', 'nothing']]);
		const where = projectChoice([...projects, ...user.rights.filter((right) => right.project !== null && projects.every((one) => one.name !== right.project)).map((right) => ({ name: right.project }))]);
		const showRight = () => {
			what.value = roleIn(where.value);
		};
		where.value = user.rights[0]?.project ?? '';
		where.addEventListener('change', showRight);
		showRight();
		ask({
			expired, title: `What may ${user.name} do?`, verb: 'Set this right',
			content: [el('p', {}, 'Now: ', user.rights.map(formatRight).join(', ') || 'nothing', '. A right to all projects is kept beside those to one.'), labelled('Project', where), labelled('What they may there', what)],
			act: () => change(`${user.name} may ${what.value ? formatRight({ role: what.value, project: where.value || null }) : `do nothing in ${where.value || 'all projects'}`} now.`,
				'PUT', path(user, '/right'), { role: what.value || null, project: where.value || null }),
		});
	}

	function changePassword(user) {
		const secret = passwordField();
		ask({
			expired, title: `Another password for ${user.name}`, verb: 'Set this password',
			content: [labelled('New password', secret, 'At least 8 characters.'), el('p', { class: 'soft' }, 'It ends all of their sessions.')],
			act: () => change(`${user.name} has another password now.`, 'PUT', path(user, '/password'), { password: secret.value }),
		});
	}

	function remove(user) {
		ask({
			expired, title: `Remove ${user.name}?`, verb: 'Remove', isDangerous: true, content: el('p', {}, `${user.name} can no longer sign in, and is signed out. Reports stay.`),
			act: () => change(`${user.name} is removed.`, 'DELETE', path(user, '')),
		});
	}

	const actions = [{ verb: 'Rights', act: changeRight, isForOneself: true }, { verb: 'Password', act: changePassword, isForOneself: true }, { verb: 'Remove', act: remove }];

	function load() {
		shown.load(async (signal) => {
			const { users } = await api.get('users', null, signal);
			return createTable({ caption: formatPlural(users.length, 'user'), columns: columns(session, actions), rows: users, sort: 'name', isDescending: false });
		});
	}

	host.append(el('main', { id: 'main', tabindex: '-1', class: 'narrow' }, el('h1', {}, 'Users'),
		el('p', { class: 'soft' }, 'The people who may sign in here. Programs use tokens instead.'), form, done, shown.element));
	return { show: load, close: shown.close };
}
