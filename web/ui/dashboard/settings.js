// SPDX-License-Identifier: MIT
// A project's settings: how long its runs are kept, and its end. For those who administer it.
import { el } from '../dom.js';
import { formatCount, formatPlural } from '../format.js';
import { ask, createForm, labelled } from './form.js';
import { emptiness } from './region.js';
import { administers } from './rights.js';

const DAYS_FIRST = 90;

function retentionForm({ api, project, expired }, { retention_days: kept }) {
	const days = el('input', { type: 'number', min: '1', max: '36500', step: '1', value: kept ?? DAYS_FIRST, required: true });
	const radio = (id, isChosen) => el('input', { type: 'radio', name: 'kept', value: id, checked: isChosen, onchange: draw });
	const forever = radio('forever', kept === null);
	const limited = radio('limited', kept !== null);
	const saved = el('p', { role: 'status', class: 'soft' });

	function draw() {
		days.disabled = forever.checked;
	}

	async function save(wanted) {
		const { retention_days: now } = await api.send('PUT', `projects/${encodeURIComponent(project)}`, { retention_days: wanted });
		saved.textContent = now === null ? 'Saved: runs are kept forever.' : `Saved: runs are kept for ${formatPlural(now, 'day')}.`;
	}

	function askFirst(wanted, runs) {
		ask({
			expired, title: `Keep runs for ${formatPlural(wanted, 'day')}?`, verb: `Delete ${formatPlural(runs, 'run')}`, isDangerous: true,
			content: el('p', {}, `${formatPlural(runs, 'run')} ${runs === 1 ? 'is' : 'are'} older than that now, and deleted with their traces within minutes. Nothing brings them back.`),
			act: () => save(wanted),
		});
	}

	draw();
	return [createForm({
		expired, verb: 'Save',
		content: el('fieldset', {}, el('legend', {}, 'How long runs are kept'), el('label', {}, forever, ' forever'), el('label', {}, limited, ' for some days after they arrived'),
			labelled('Days', days, 'Older runs are deleted with their traces, within minutes.')),
		async send() {
			const wanted = forever.checked ? null : Number(days.value);
			saved.textContent = '';
			const { runs } = wanted === null ? { runs: 0 } : await api.get(`projects/${encodeURIComponent(project)}/expired`, { days: wanted });
			if (runs)
				askFirst(wanted, runs);
			else
				await save(wanted);
		},
	}), saved];
}

function deletion({ api, project, expired, leave }, { reports }) {
	const typed = el('input', { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', required: true });
	const begin = () => ask({
		expired, title: `Delete ${project}?`, verb: 'Delete for ever', isDangerous: true,
		content: [el('p', {}, `Its ${formatPlural(reports, 'run')}, their traces and the tokens for it are gone then, and nothing brings them back.`), labelled(`To be sure, type ${project}`, typed)],
		async act() {
			if (typed.value !== project)
				throw new Error(`this is not the project's name`);
			await api.remove(`projects/${encodeURIComponent(project)}`);
			leave({ page: 'projects', params: {} });
		},
	});
	return el('section', {}, el('h2', {}, 'Delete this project'), el('p', {}, `It has ${formatCount(reports)} ${reports === 1 ? 'run' : 'runs'}.`),
		el('button', { type: 'button', class: 'danger', onclick: begin }, 'Delete ...'));
}

export function open(host, context) {
	const { api, project, session, region } = context;
	const shown = region('the settings');

	host.append(el('main', { id: 'main', tabindex: '-1', class: 'narrow' }, el('h1', {}, `Settings of ${project}`), shown.element));
	return {
		show() {
			shown.load(async (signal) => {
				const { projects } = await api.get('projects', null, signal);
				const found = projects.find(({ name }) => name === project);
				if (!found || !administers(session, project))
					return emptiness('No right to change this', `Only those who administer ${project} can.`);
				return [el('section', {}, ...retentionForm(context, found)), deletion(context, found)];
			});
		},
		close: shown.close,
	};
}
