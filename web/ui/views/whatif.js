// SPDX-License-Identifier: MIT
// Where the time went, and where it would go: the recorded budget above the one that is predicted with the fixes that
// are switched on.
import { createCombinations, readChosen, writeChosen } from '../combinations.js';
import { el, explained, prose } from '../dom.js';
import { formatDuration, formatPercent, formatPlural, formatSpeedup } from '../format.js';
import { budgetBar, shareHref, shareName, SMALL_PERCENT, swatch } from './budget.js';

const replayed = 'A replay of the recorded run with what these fixes change; what they do not change takes as long as it did. ' +
	'It is the prediction of `warpwise whatif`.';
const saved = (ns) => (ns < 0 ? `+${formatDuration(-ns)}` : `-${formatDuration(ns)}`);

// AFTER in the order of BEFORE, so that both are compared; what is in AFTER alone is last.
function inOrderOf(before, after) {
	const place = new Map(before.map(({ id }, i) => [id, i]));
	return [...after].sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0);
}

// Rows for shares of either budget: [share, recorded, predicted]; those that are small in both are left.
function rowsOf(before, after) {
	const find = (shares, id) => shares?.find((share) => share.id === id);
	const fresh = after?.filter(({ id }) => !find(before, id)) ?? [];
	const rows = [...before, ...fresh].map((share) => [share, find(before, share.id), find(after, share.id)]);
	const isSmall = ([, was, willBe]) => (was?.percent ?? 0) < SMALL_PERCENT && (willBe?.percent ?? 0) < SMALL_PERCENT;
	return { shown: rows.filter((row) => !isSmall(row)), left: rows.filter(isSmall) };
}

const sum = (rows, place, name) => rows.reduce((total, row) => total + (row[place]?.[name] ?? 0), 0);

// Shares too small for a row each: they unfold.
function smallShares(rows) {
	const recorded = rows.filter(([, was]) => was).length;
	const fresh = rows.length > recorded ? `${rows.length - recorded} with fixes alone` : null;
	return el('details', {}, el('summary', {}, rows.map(([share]) => swatch(share.id)), [recorded ? `${recorded} more` : null, fresh].filter(Boolean).join(', ')),
		el('ul', {}, rows.map(([share, was, willBe]) => el('li', {}, swatch(share.id), shareName(was ?? willBe)))));
}

// AFTER is null where there is nothing to compare with.
function shareTable(before, after, process) {
	const { shown, left } = rowsOf(before, after);
	const number = (text) => el('td', { class: 'number' }, text);
	const cells = (percent, was, willBe) => [number(formatPercent(percent)), number(formatDuration(was)),
		after ? number(formatDuration(willBe) === formatDuration(was) ? '=' : formatDuration(willBe)) : null];
	return el('table', { class: 'shares' },
		el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'number', colspan: 2 }, 'Recorded'),
			after ? el('th', { scope: 'col', class: 'number' }, 'With fixes') : null, el('th', { scope: 'col' }, 'The run spends its time on'))),
		el('tbody', {}, shown.map(([share, was, willBe]) => el('tr', { 'data-share': share.id }, cells(was?.percent ?? 0, was?.ns ?? 0, willBe?.ns ?? 0),
			el('td', {}, swatch(share.id), was ? el('a', { href: shareHref(share, process) }, share.text) : share.text))),
		left.length ? el('tr', {}, cells(sum(left, 1, 'percent'), sum(left, 1, 'ns'), sum(left, 2, 'ns')), el('td', {}, smallShares(left))) : null));
}

// What a switch says of itself beside its name.
function effectText(number, combinations, chosen) {
	const alone = combinations.alone(number);
	const beside = combinations.beside(number, chosen);
	if (chosen.size < 2 && (chosen.has(number) || !chosen.size) || Math.abs(alone - beside) < alone / 100)
		return saved(alone);
	if (beside < alone / 100)
		return `${saved(alone)} alone, nothing beside the others: they fix the same time`;
	return `${saved(alone)} alone, ${saved(beside)} beside the others`;
}

// What is predicted has nothing of the recorder's, so it is compared with the run without it.
function outcomeText(combinations, chosen) {
	if (!chosen.size)
		return 'No fix is switched on: the run as it was recorded';
	const [before, after] = [combinations.run(new Set()).wall_ns, combinations.run(chosen).wall_ns];
	return `${formatDuration(after)} with ${chosen.size === 1 ? 'this fix' : `these ${chosen.size} fixes`}: ` +
		`${formatDuration(before - after)} less (${formatPercent(100 * (before - after) / before)}), ${formatSpeedup(before, after)} as fast`;
}

// Findings that have no switch, and why. Where there is none at all, nobody knows what a switch would be.
function withoutSwitch(model, process, findings, combinations) {
	const hasSwitches = combinations.numbers.length > 0;
	const rest = findings.filter(({ number, finding }) => !combinations.has(number) && (hasSwitches || !finding.gain));
	if (!rest.length)
		return null;
	const count = formatPlural(rest.length, 'finding');
	const why = ({ gain, not_predicted: reason }) => {
		if (gain)
			return `only the ${combinations.numbers.length} that win most are combined`;
		return hasSwitches ? `cannot be predicted: ${reason}` : reason;
	};
	const { fixed } = process;
	return el('details', { class: 'without' }, el('summary', {}, hasSwitches ? `${count} without a switch` : `No gain can be predicted for ${count}`),
		el('ul', {}, rest.map(({ number, finding }) => el('li', {}, el('b', {}, `${number}  ${finding.title}${model.distinctionOf(number)}: `), prose(why(finding))))),
		combinations.leftOut && fixed ? el('p', {}, `All ${fixed.fixes} fixes that are predicted, together: ${formatDuration(fixed.wall_ns)}.`) : null);
}

// CHANGED(text) is called when the reader switches, with what belongs into the address. Returns { element, show(text) }.
export function createWhatIf(model, index, changed) {
	const process = model.processes[index];
	const findings = model.findingsOf(index);
	const combinations = createCombinations(process);
	const recorded = model.budget(process.budget);
	const bar = el('div', { class: 'bar-row' });
	const table = el('div', { class: 'scroll' });
	const outcome = el('span', { role: 'status' });
	const how = el('span', {}, ', ', explained('predicted', replayed));
	const switches = combinations.numbers.map((number) => {
		const box = el('input', { type: 'checkbox', name: 'fix', value: number });
		const effect = el('span', { class: 'effect' });
		const { title } = model.findings[number - 1];
		box.addEventListener('change', () => {
			const chosen = new Set(switches.filter((other) => other.box.checked).map((other) => other.number));
			draw(chosen);
			changed(writeChosen(chosen, combinations));
		});
		return { number, box, effect, element: el('label', {}, box, el('b', {}, `${number}  ${title}`), model.distinctionOf(number), ' ', effect) };
	});

	function draw(chosen) {
		const run = chosen.size ? combinations.run(chosen) : null;
		const predicted = run?.budget ? inOrderOf(recorded, model.budget(run.budget)) : null;
		for (const { number, box, effect } of switches) {
			box.checked = chosen.has(number);
			effect.textContent = effectText(number, combinations, chosen);
		}
		outcome.textContent = outcomeText(combinations, chosen);
		how.hidden = !chosen.size;
		const ofRun = run ? run.wall_ns / process.wall_ns : 1;
		bar.replaceChildren(run ? budgetBar(predicted ?? [], { ofRun, label: 'The run with these fixes' }) : '');
		table.replaceChildren(shareTable(recorded, predicted, index));
	}

	const fixes = switches.length ? el('fieldset', { class: 'switches' }, el('legend', {}, 'What if: switch fixes on and off'),
		switches.map(({ element }) => element), el('p', { class: 'outcome' }, outcome, how), bar) : null;
	const element = el('section', { class: 'budget-section' },
		el('h2', {}, `Where the time went: ${formatDuration(process.budget.wall_ns)}, step by step`),
		budgetBar(recorded, { process: index }), fixes, table, withoutSwitch(model, process, findings, combinations));
	return { element, show: (text) => draw(readChosen(text, combinations)) };
}
