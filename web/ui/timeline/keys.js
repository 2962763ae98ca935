// SPDX-License-Identifier: MIT
// The keys of the timeline, those of Perfetto's users, for the page's list of keys.
export const keys = [
	['W  S', 'zoom in, out at the pointer'],
	['A  D', 'pan left, right'],
	['wheel', 'zoom; with Shift, or sideways: pan'],
	['drag', 'pan; in the ruler or with Shift: select a span; two fingers zoom'],
	['click', 'select an operation, call or range'],
	['M', 'select the span of the selected operation, or all that is seen'],
	['F', 'zoom to what is selected'],
	['0', 'the whole run'],
	['← →', 'the operation before, after in the lane'],
	['↑ ↓', 'the lane above, below; with nothing selected: scroll'],
	['Enter', 'go to what held it back'],
	['/', 'search the timeline'],
	['n  N', 'next, previous place: of the finding, the search or the cause'],
	['Esc', 'let go of what is selected'],
];
