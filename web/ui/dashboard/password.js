// SPDX-License-Identifier: MIT
// One's own password, by who is signed in; of others' those who administer everything take care (users.js).
import { el } from '../dom.js';
import { ask, labelled } from './form.js';

const field = (autocomplete, limits) => el('input', { type: 'password', autocomplete, required: true, ...limits });

// DONE() is called once it is another, which ends all sessions of USER.
export function changePassword({ api, user, expired, done }) {
	const old = field('current-password', {});
	const fresh = field('new-password', { minlength: '8', maxlength: '1024' });

	ask({
		expired, title: `Another password for ${user}`, verb: 'Change it',
		content: [labelled('Password now', old), labelled('New password', fresh, 'At least 8 characters.'), el('p', { class: 'soft' }, 'It ends all of your sessions: sign in with it then.')],
		async act() {
			await api.send('PUT', 'session/password', { old_password: old.value, password: fresh.value });
			done();
		},
	});
}
