// SPDX-License-Identifier: MIT
// THE LIST of pages. A page is a module with
//   open(host, context): shows itself in the element HOST, a <div>, and returns { show(address), close(), recolour()? }
// where context is { api, address, session, projects, project, region(what), title(text), expired(), leave(address) }: see
// README.md.
import * as audit from './audit.js';
import * as compare from './compare.js';
import * as findings from './findings.js';
import * as programs from './programs.js';
import * as projects from './projects.js';
import * as rules from './rules.js';
import * as run from './run.js';
import * as runs from './runs.js';
import * as settings from './settings.js';
import * as tokens from './tokens.js';
import * as trends from './trends.js';
import * as users from './users.js';
import { administers } from './rights.js';

const ofAll = (session) => administers(session, null);

// `hasProject`: it is about one project, and needs the right to read it. `mayHaveProject`: about one, or all of them. `isPart`: of another page, without a tab.
// `isFor(session, project)`: whose tab it is; default: everybody's.
export const pages = [
	{ id: 'projects', title: 'Projects', module: projects },
	{ id: 'programs', title: 'Programs', module: programs, hasProject: true },
	{ id: 'runs', title: 'Runs', module: runs, hasProject: true },
	{ id: 'runs', title: 'Run', module: run, hasProject: true, hasId: true, isPart: true },
	{ id: 'compare', title: 'Compare', module: compare, hasProject: true, isPart: true },
	{ id: 'trends', title: 'Trends', module: trends, hasProject: true },
	{ id: 'findings', title: 'Open findings', module: findings, hasProject: true },
	{ id: 'rules', title: 'Rules', module: rules, mayHaveProject: true },
	{ id: 'settings', title: 'Settings', module: settings, hasProject: true, isFor: administers },
	{ id: 'tokens', title: 'Tokens', module: tokens, isFor: ofAll },
	{ id: 'users', title: 'Users', module: users, isFor: ofAll },
	{ id: 'audit', title: 'Audit log', module: audit, isFor: ofAll },
];
