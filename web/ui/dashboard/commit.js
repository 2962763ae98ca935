// SPDX-License-Identifier: MIT
// A commit, as a link to it where the run says which repository it is of: its tag "repository", an address of the web.
import { el } from '../dom.js';

const TAG = 'repository';
const form = /^https?:\/\/[^\s@]+$/; // nothing that a click could run, and no password

export const isRepository = (key, value) => key === TAG && form.test(value);

// GitHub, GitLab, Gitea, Azure and others have it at /commit/; Bitbucket has not.
function addressOf(repository, commit) {
	const base = repository.replace(/\/+$/, '');
	return `${base}/${/^https?:\/\/bitbucket\.org\//.test(base) ? 'commits' : 'commit'}/${encodeURIComponent(commit)}`;
}

// The first LETTERS of the commit of RUN, which has one.
export function commitLink({ commit, tags }, letters) {
	const repository = tags?.[TAG] ?? '';
	const text = commit.slice(0, letters);
	return isRepository(TAG, repository) ? el('a', { href: addressOf(repository, commit), rel: 'noreferrer', title: `${commit} in ${repository}` }, text) : text;
}
