// SPDX-License-Identifier: MIT
// The frame around the pages: who is signed in, the project, the tabs, light and dark. One page is open at a time.
import { el } from '../dom.js';
import { skipLink } from '../skip.js';
import { createThemeButton } from '../theme.js';
import { createAddress, formatAddress } from './address.js';
import { below } from './base.js';
import { pages } from './pages.js';
import { changePassword } from './password.js';
import { createRegion, emptiness } from './region.js';
import { createSignIn } from './sign_in.js';

// MAY_BE_ALL: the page that is open is about all of them where PROJECT is null.
function projectSelect(projects, project, mayBeAll, go) {
	if (projects.length < 2 && (!project || projects.some(({ name }) => name === project)))
		return el('span', { class: 'project' }, project ?? '');
	const select = el('select', { 'aria-label': 'Project', onchange: () => go(select.value) },
		project && !mayBeAll ? null : el('option', { value: '', selected: !project }, 'all projects'),
		projects.some(({ name }) => name === project) || !project ? null : el('option', { value: project, selected: true }, project),
		projects.map(({ name }) => el('option', { value: name, selected: name === project }, name)));
	return select;
}

function whoOf(session, change, signOut) {
	if (session.is_demo)
		return 'Demo, read only';
	return [session.user ? el('button', { type: 'button', title: 'Change your password', onclick: change }, session.user) : session.name, el('button', { type: 'button', onclick: signOut }, 'Sign out')];
}

const tabAddress = (page, project) => formatAddress({ page: page.id, params: { project: page.hasProject || page.mayHaveProject ? project : null } });

export function openFrame(host, api) {
	const state = { session: null, projects: [], project: null, open: null }; // `project`: the last that was looked at
	const bar = el('header', { class: 'frame' });
	const body = el('div', { class: 'page' });
	const theme = createThemeButton(() => state.open?.shown.recolour?.());
	const address = createAddress((target) => (state.session ? show(target) : start()));

	function close() {
		state.open?.shown.close?.();
		state.open = null;
		body.replaceChildren();
	}

	function askToSignIn(why) {
		close();
		state.session = null;
		const form = createSignIn(api, why, () => start());
		document.title = 'Sign in · warpwise';
		bar.replaceChildren(el('span', { class: 'brand' }, 'warpwise'), el('div', { class: 'who' }, theme));
		body.replaceChildren(el('main', { id: 'main', tabindex: '-1' }, form.element));
		form.focus();
	}

	const expired = () => askToSignIn(state.session ? 'Your session has ended. After signing in you are back at this page.' : null);

	const change = () => changePassword({ api, user: state.session.user, expired, done: () => askToSignIn('Your password is changed. Sign in with it.') });

	async function signOut() {
		const region = createRegion('', expired);
		await region.load(async () => {
			await api.signOut();
			askToSignIn('You are signed out.');
		});
		if (region.element.hasChildNodes() && state.session)
			body.prepend(region.element);
	}

	// What one wants to see first: the programs of the only project, or all projects.
	function find({ page: id, id: item, params }) {
		const { projects } = state;
		if (!id)
			return find({ page: projects.length === 1 ? 'programs' : 'projects', params: {} });
		const page = pages.find((candidate) => candidate.id === id && Boolean(candidate.hasId) === Boolean(item));
		const only = projects.length === 1 ? projects[0].name : null;
		return { page, project: params.project ?? (page?.hasProject ? only : null) };
	}

	// The same page of another project, where that has one.
	function turnTo(page, name) {
		const isOfAny = page && !page.isPart && (page.hasProject || page.mayHaveProject);
		const { params } = address.current();
		address.go({ page: isOfAny ? page.id : 'programs', params: { ...(page?.mayHaveProject ? params : {}), project: name || null } });
	}

	function drawBar(page, project) {
		const known = project ?? state.project ?? (state.projects.length === 1 ? state.projects[0].name : null);
		state.project = known;
		bar.replaceChildren(skipLink(), el('a', { class: 'brand', href: below('/') }, 'warpwise'),
			projectSelect(state.projects, page?.mayHaveProject && state.projects.length > 1 ? project : known, page?.mayHaveProject, (name) => turnTo(page, name)),
			el('nav', { 'aria-label': 'Pages' }, pages.filter((one) => !one.isPart && (known || !one.hasProject) && (one.isFor?.(state.session, known) ?? true)).map((one) =>
				el('a', { href: tabAddress(one, known), 'aria-current': one.id === page?.id ? 'page' : null }, one.title))),
			el('div', { class: 'who' }, whoOf(state.session, change, signOut), theme));
		bar.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	}

	function showNothing(...content) {
		body.replaceChildren(el('main', { id: 'main', tabindex: '-1' }, emptiness(...content)));
	}

	function show(target) {
		const { page, project } = find(target);
		if (state.open?.page === page && page && state.open.project === project && state.open.id === target.id) {
			state.open.shown.show?.(target);
			return;
		}
		close();
		drawBar(page, project);
		document.title = `${page?.title ?? 'Not found'}${project ? ` · ${project}` : ''} · warpwise`;
		if (!page) {
			showNothing('There is no such page', el('a', { href: below('/') }, 'To the runs'));
		} else if (page.isFor && !page.isFor(state.session, project)) {
			showNothing('No right to see this', state.session.is_demo ? 'The demo is to be looked at: nothing in it can be changed.' : `Only those who administer ${page.hasProject ? project ?? 'the project' : 'this server'} see this page.`,
				page.hasProject && project ? el('a', { href: formatAddress({ page: 'runs', params: { project } }) }, `To the runs of ${project}`) : el('a', { href: below('/') }, 'To the runs'));
		} else if (page.hasProject && !project) {
			showNothing('Which project?', state.projects.length ? el('a', { href: below('/projects') }, 'To all projects') : 'There is none that you may read.');
		} else {
			const host = el('div');
			body.append(host);
			scrollTo(0, 0);
			const context = {
				api, address, project,
				session: state.session,
				projects: state.projects,
				region: (what) => createRegion(what, expired),
				expired,
				// For another page, since what there is has changed.
				leave(where) {
					address.replace(where);
					start();
				},
				title: (text) => {
					document.title = `${text} · warpwise`;
				},
			};
			state.open = { page, project, id: target.id, shown: page.module.open(host, context) ?? {} };
			state.open.shown.show?.(target);
		}
	}

	// Who is there, and what they may read; then the page of the address.
	function start() {
		const region = createRegion('the projects', expired);
		close();
		body.replaceChildren(el('main', { id: 'main', tabindex: '-1' }, region.element));
		region.load(async () => {
			state.session = await api.session();
			state.projects = (await api.get('projects')).projects.filter(({ role }) => role !== 'upload');
			show(address.current());
		});
	}

	host.replaceChildren(bar, body);
	address.start();
}
