// SPDX-License-Identifier: MIT
// The first thing that keys reach: past the header, to what the page is about.
import { el } from './dom.js';

// What follows # in an address is a view's, so that the link sets the focus itself.
export const skipLink = () => el('a', { class: 'skip', href: '#', onclick(event) {
	event.preventDefault();
	document.querySelector('main')?.focus();
} }, 'Skip to content');
