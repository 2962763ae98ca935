// SPDX-License-Identifier: MIT
// The form to sign in.
import { el } from '../dom.js';

// WHY is said above it, or null. DONE(session) is called once.
export function createSignIn(api, why, done) {
	const user = el('input', { name: 'user', autocomplete: 'username', required: true, autocapitalize: 'none', spellcheck: 'false' });
	const password = el('input', { name: 'password', type: 'password', autocomplete: 'current-password', required: true });
	const button = el('button', { class: 'main' }, 'Sign in');
	const said = el('p', { role: 'alert', class: 'wrong' });

	async function submit(event) {
		event.preventDefault();
		said.textContent = '';
		button.disabled = true;
		try {
			done(await api.signIn(user.value, password.value));
		} catch (error) {
			said.textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
			password.value = '';
			password.focus();
		}
		button.disabled = false;
	}

	// What was wrong is of what was sent.
	const forget = () => {
		said.textContent = '';
	};

	const form = el('form', { class: 'sign-in', onsubmit: submit, oninput: forget }, el('h1', {}, 'Sign in'), why && el('p', { role: 'status' }, why),
		el('label', {}, 'Name', user), el('label', {}, 'Password', password), said, button,
		el('p', { class: 'soft' }, 'Whoever runs this server makes accounts with ', el('code', {}, 'warpwise-dashboard user create NAME --data DIR --role admin'), '.'));
	return { element: form, focus: () => user.focus() };
}
