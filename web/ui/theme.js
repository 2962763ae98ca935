// SPDX-License-Identifier: MIT
// Light or dark: as the system says, until the reader chooses.
import { isDark } from './colours.js';
import { el } from './dom.js';

const key = 'warpwise-theme';

// Storage can be refused: to files, in private windows.
function stored() {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

function store(theme) {
	try {
		localStorage.setItem(key, theme);
	} catch {
		// then it is chosen for this page alone
	}
}

// A button; CHANGED() is called after the theme changed, by it or by the system.
export function createThemeButton(changed) {
	const root = document.documentElement;
	if (['light', 'dark'].includes(stored()))
		root.dataset.theme = stored();
	const button = el('button', { type: 'button', class: 'theme' });
	const name = () => {
		button.textContent = isDark() ? 'Light' : 'Dark';
		button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
	};
	button.addEventListener('click', () => {
		root.dataset.theme = isDark() ? 'light' : 'dark';
		store(root.dataset.theme);
		name();
		changed();
	});
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
		name();
		changed();
	});
	name();
	return button;
}
