// SPDX-License-Identifier: MIT
// All projects that one may read.
import { el } from '../dom.js';
import { formatCount, formatPlural } from '../format.js';
import { createTable } from '../table.js';
import { formatAddress } from './address.js';
import { beginning } from './beginning.js';
import { emptiness } from './region.js';
import { formatAgo, formatWhen } from './when.js';

const columns = [
	{ id: 'name', title: 'Project', value: (p) => p.name, node: (p) => el('a', { href: formatAddress({ page: 'programs', params: { project: p.name } }) }, p.name) },
	{ id: 'reports', title: 'Runs', isNumber: true, value: (p) => p.reports, text: (p) => formatCount(p.reports) },
	{ id: 'last', title: 'Newest', value: (p) => p.last_ns, text: (p) => (p.last_ns === null ? '-' : formatAgo(p.last_ns)),
		node: (p) => (p.last_ns === null ? '-' : el('time', { title: formatWhen(p.last_ns) }, formatAgo(p.last_ns))), explanation: 'when the newest report arrived' },
	{ id: 'kept', title: 'Kept', value: (p) => p.retention_days, text: (p) => (p.retention_days === null ? 'forever' : formatPlural(p.retention_days, 'day')) },
	{ id: 'role', title: 'You may', value: (p) => p.role,
		node: (p) => [p.role, p.role === 'admin' ? [' · ', el('a', { href: formatAddress({ page: 'settings', params: { project: p.name } }), 'aria-label': `Settings of ${p.name}` }, 'Settings')] : ''] },
];

export function open(host, { api, region, session }) {
	const shown = region('the projects');
	host.append(el('main', { id: 'main', tabindex: '-1' }, el('h1', {}, 'Projects'), shown.element));
	return {
		show() {
			shown.load(async (signal) => {
				const { projects } = await api.get('projects', null, signal);
				return projects.length ? createTable({ caption: 'Projects', look: 'cards titled', columns, rows: projects, sort: 'last' })
					: emptiness('No project yet', 'A project begins with its first report.', beginning(session, null));
			});
		},
		close: shown.close,
	};
}
