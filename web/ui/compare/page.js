// SPDX-License-Identifier: MIT
// The page of `warpwise compare --format html`: the comparison that it carries.
import { defineColours } from '../colours.js';
import { el } from '../dom.js';
import { createThemeButton } from '../theme.js';
import { showComparison } from './view.js';

const page = document.getElementById('page');
try {
	const comparison = JSON.parse(document.getElementById('comparison').textContent);
	const host = el('main', { id: 'view', tabindex: '-1' });
	const show = () => host.replaceChildren(showComparison(comparison));
	defineColours(document.documentElement);
	page.replaceChildren(el('header', { class: 'top' }, el('strong', {}, comparison.new.runs[0].program ?? 'Comparison'),
		el('span', { class: 'space' }), createThemeButton(show)), host);
	show();
} catch (error) {
	page.replaceChildren(el('p', { class: 'failure', role: 'alert' }, `This page is damaged: ${error.message}`));
	throw error;
}
