// SPDX-License-Identifier: MIT
// Forms that change something on the server, and dialogs that ask before they do.
import { el } from '../dom.js';

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

let made = 0;

// A field with its LABEL above it; HINT is said below, and to screen readers with the field.
export function labelled(label, field, hint) {
	const id = `field-${made++}`;
	field.id = id;
	if (hint)
		field.setAttribute('aria-describedby', `${id}-hint`);
	return el('div', { class: 'field' }, el('label', { for: id }, label), field, hint && el('span', { class: 'soft', id: `${id}-hint` }, hint));
}

export const choice = (options, value) => el('select', {}, options.map(([id, title]) => el('option', { value: id, selected: id === value }, title)));

// SEND() is a promise; what fails is said in the form, and nothing that was typed is lost. EXPIRED() is called when one
// has to sign in first.
export function createForm({ title, content, verb, look, send, cancel, expired }) {
	const button = el('button', { class: look ?? 'main' }, verb);
	const said = el('p', { role: 'alert', class: 'wrong' });

	async function submit(event) {
		event.preventDefault();
		said.textContent = '';
		button.disabled = true;
		try {
			await send();
		} catch (error) {
			if (error.status === 401)
				expired();
			else
				said.textContent = sentence(error.message);
		}
		button.disabled = false;
	}

	// What was wrong is of what was sent.
	const forget = () => {
		said.textContent = '';
	};

	return el('form', { class: 'form', onsubmit: submit, oninput: forget }, title, content, el('div', { class: 'buttons' }, button, cancel), said);
}

// Asks in a dialog, whose first field or else Cancel has the focus. ACT() is a promise: the dialog closes when it did.
export function ask({ title, content, verb, isDangerous, act, expired }) {
	const heading = el('h2', { id: 'ask-title' }, title);
	const close = () => dialog.close();
	const cancel = el('button', { type: 'button', onclick: close }, 'Cancel');
	const form = createForm({
		title: heading, content, verb, cancel, look: isDangerous ? 'danger' : 'main',
		expired() {
			close();
			expired();
		},
		async send() {
			await act();
			close();
		},
	});
	const dialog = el('dialog', { class: 'ask', 'aria-labelledby': 'ask-title', onclose: () => dialog.remove() }, form);
	document.body.append(dialog);
	dialog.showModal();
	(form.querySelector('input, select') ?? cancel).focus();
}
