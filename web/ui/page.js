// SPDX-License-Identifier: MIT
// The report's page: reads what is embedded in the document, builds the model, and opens the shell on it.
import { readReport, readTimeline } from './embedded.js';
import { createModel } from './model.js';
import { openShell } from './shell.js';
import { el } from './dom.js';

const page = document.getElementById('page');
try {
	openShell(page, createModel(readReport(document), (index) => readTimeline(document, index)));
} catch (error) {
	page.replaceChildren(el('p', { class: 'failure', role: 'alert' }, `This page is damaged: ${error.message}`));
	throw error;
}
