// SPDX-License-Identifier: MIT
// THE LIST of views, in the order of their tabs. A view is a module with
//   open(host, context): shows itself in the element HOST, and returns { show(params), close() }
// where context is { model, router, process() }: see README.md. `has` says whether a report has anything to show.
import * as overview from './views/overview.js';
import * as timeline from './timeline/view.js';
import * as kernels from './views/kernels.js';

export const views = [
	{ id: 'overview', title: 'Overview', module: overview },
	{ id: 'timeline', title: 'Timeline', module: timeline },
	{ id: 'kernels', title: 'Kernels', module: kernels },
];
