// SPDX-License-Identifier: MIT
// What the person who is signed in may do. The server decides; this only spares them buttons that would fail.

// Whether SESSION may change PROJECT; null: all projects, and so tokens and users.
export const administers = (session, project) =>
	session.rights.some((right) => right.role === 'admin' && (right.project === null || right.project === project));

export const roles = [['upload', 'upload: send reports and traces'], ['read', 'read: see everything'], ['admin', 'admin: both, and change and delete']];

// "upload to app", "read everything"
export function formatRight({ role, project }) {
	const verb = { read: 'read', upload: 'upload to', admin: 'administer' }[role];
	return project === null ? `${verb} ${role === 'upload' ? 'all projects' : 'everything'}` : `${verb} ${project}`;
}
