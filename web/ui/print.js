// SPDX-License-Identifier: MIT
// Printing: while it lasts the page is light and as narrow as paper (style/print.css), and REDRAW() is called before and
// after, for what is drawn in pixels.
import { isDark } from './colours.js';

// Returns { close() }.
export function listenToPrint(redraw) {
	const root = document.documentElement;
	const listeners = {
		beforeprint() {
			root.dataset.printing = isDark() ? 'dark' : 'light'; // what charts were drawn in
			redraw();
		},
		afterprint() {
			delete root.dataset.printing;
			redraw();
		},
	};
	for (const [name, listener] of Object.entries(listeners))
		addEventListener(name, listener);
	return {
		close() {
			for (const [name, listener] of Object.entries(listeners))
				removeEventListener(name, listener);
		},
	};
}
