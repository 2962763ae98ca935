// SPDX-License-Identifier: MIT
// The runs of the first project that one may read; a form to sign in where that is needed.
const main = document.getElementById('main');

function element(name, text, className) {
	const made = document.createElement(name);
	if (text !== undefined)
		made.textContent = text;
	if (className)
		made.className = className;
	return made;
}

async function get(path) {
	const reply = await fetch(path);
	if (!reply.ok) {
		const problem = await reply.json().catch(() => ({}));
		throw Object.assign(new Error(problem.detail || reply.statusText), { status: reply.status });
	}
	return reply.json();
}

function milliseconds(ns) {
	return ns === null ? '' : `${(ns / 1e6).toLocaleString(undefined, { maximumFractionDigits: 3 })} ms`;
}

function showRuns(project, reports) {
	const table = element('table'), head = element('tr');
	for (const [text, className] of [['recorded'], ['program'], ['branch'], ['commit'], ['GPU'],
		['duration', 'number'], ['most to gain', 'number'], ['what']])
		head.append(element('th', text, className));
	table.append(head);
	for (const run of reports) {
		const row = element('tr'), link = element('a', run.name || run.id.slice(0, 12)), name = element('td');
		link.href = `/api/v1/reports/${run.id}?project=${encodeURIComponent(project)}`;
		name.append(link);
		row.append(element('td', new Date(run.recorded_ns / 1e6).toLocaleString()), name,
			element('td', run.branch ?? ''), element('td', (run.commit ?? '').slice(0, 10)),
			element('td', run.gpu ?? ''), element('td', milliseconds(run.duration_ns), 'number'),
			element('td', milliseconds(run.gain_ns), 'number'), element('td', run.headline ?? ''));
		table.append(row);
	}
	main.replaceChildren(element('h1', `Runs of ${project}`), table);
	if (!reports.length)
		main.append(element('p', 'None yet: warpwise upload TRACE --to this address sends one.'));
}

function showSignIn(message) {
	const form = element('form'), user = element('input'), password = element('input');
	user.autocomplete = 'username';
	user.setAttribute('aria-label', 'User');
	password.type = 'password';
	password.autocomplete = 'current-password';
	password.setAttribute('aria-label', 'Password');
	form.append(user, password, element('button', 'Sign in'));
	form.addEventListener('submit', async event => {
		event.preventDefault();
		const reply = await fetch('/api/v1/session', { method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ user: user.value, password: password.value }) });
		if (reply.ok)
			start();
		else
			showSignIn((await reply.json()).detail);
	});
	main.replaceChildren(element('h1', 'warpwise'), element('p', message), form);
}

async function start() {
	try {
		const { projects } = await get('/api/v1/projects');
		if (!projects.length) {
			main.replaceChildren(element('h1', 'warpwise'), element('p', 'There is no project yet.'));
			return;
		}
		const { name } = projects.find(p => p.role !== 'upload') ?? projects[0];
		showRuns(name, (await get(`/api/v1/reports?project=${encodeURIComponent(name)}`)).reports);
	} catch (error) {
		if (error.status === 401)
			showSignIn('Please sign in.');
		else
			main.replaceChildren(element('h1', 'warpwise'), element('p', error.message));
	}
}

start();
