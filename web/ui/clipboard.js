// SPDX-License-Identifier: MIT
// The clipboard. Browsers have the interface for it only where a page came by a connection that they trust; elsewhere a
// field is selected and copied.
import { el } from './dom.js';

// A promise: whether TEXT is in the clipboard now.
export async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch { // refused, or not there
		const before = document.activeElement;
		const field = el('textarea', { class: 'said', readonly: true });
		field.value = text;
		document.body.append(field);
		field.select();
		const isCopied = document.execCommand('copy');
		field.remove();
		before?.focus();
		return isCopied;
	}
}
