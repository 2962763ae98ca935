// SPDX-License-Identifier: MIT
// How a first report comes here, for who sees none.
import { el } from '../dom.js';
import { base, below } from './base.js';
import { administers } from './rights.js';

const shell = (text) => el('pre', {}, text);

function tokenAdvice(session, project) {
	return administers(session, null) ? ['Make a token that may upload, ', el('a', { href: below('/tokens') }, 'on the page of tokens'), '.']
		: ['Ask whoever administers this server for a token that may upload. It is made on the page of tokens, or where the server runs:',
			shell(`warpwise-dashboard token create --data DIR --role upload --project ${project}`)];
}

// PROJECT: its name, or null: it has none yet.
export function beginning(session, project) {
	const name = project ?? 'NAME';
	return el('ol', {},
		el('li', {}, tokenAdvice(session, name)),
		el('li', {}, 'Record where the program runs:', shell('warpwise record -o run.db ./program')),
		el('li', {}, 'Send it. It is here a moment later', project ? ':' : ', and the project with it:',
			shell(`WARPWISE_TOKEN=wwt_... warpwise upload run.db \\\n  --to ${location.origin}${base} --project ${name}`)));
}
