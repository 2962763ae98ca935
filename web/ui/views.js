// SPDX-License-Identifier: MIT
// THE LIST of views, in the order of their tabs. A view is a module with
//   open(host, context): shows itself in the element HOST, and returns { show(params), close() }
//   has(model)?: whether a report has anything for it to show
// isKept: its tab leads back to where one was in it.
// where context is { model, router, process(), help() }: see README.md.
import * as about from './views/about.js';
import * as host from './host/view.js';
import * as kernels from './views/kernels.js';
import * as memory from './views/memory.js';
import * as overview from './views/overview.js';
import * as ranks from './views/ranks.js';
import * as timeline from './timeline/view.js';
import { calls, copies } from './views/groups.js';

export const views = [
	{ id: 'overview', title: 'Overview', module: overview },
	{ id: 'timeline', title: 'Timeline', module: timeline, isKept: true },
	{ id: 'kernels', title: 'Kernels', module: kernels },
	{ id: 'copies', title: 'Copies', module: copies },
	{ id: 'calls', title: 'API calls', module: calls },
	{ id: 'host', title: 'Host', module: host },
	{ id: 'memory', title: 'Memory', module: memory },
	{ id: 'ranks', title: 'Processes', module: ranks },
	{ id: 'about', title: 'The trace', module: about },
];
