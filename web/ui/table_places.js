// SPDX-License-Identifier: MIT
// What of the tables of a view stands in its address: filter, sorting, and whether all rows are shown.

// of(KEY): the place of a table, where KEY tells it from others of the view; show(): the address has changed.
export function createTablePlaces(router, view) {
	const listeners = [];

	function of(key = '') {
		const [filterName, sortName, rowsName] = ['filter', 'sort', 'rows'].map((name) => (key ? `${key}-${name}` : name));
		return {
			// { filter, sort: the id of a column, "-ID" descending, or undefined, isWhole }
			read() {
				const { [filterName]: filter = '', [sortName]: sort, [rowsName]: rows } = router.current().params;
				return { filter, sort, isWhole: rows === 'all' };
			},
			// SORT is null where it is the table's own. No new step of the history: each letter of a filter would be one.
			write({ filter, sort, isWhole }) {
				router.replace(view, { ...router.current().params, [filterName]: filter, [sortName]: sort, [rowsName]: isWhole ? 'all' : null });
			},
			listen: (listener) => listeners.push(listener),
		};
	}

	return { of, show: () => listeners.forEach((listener) => listener()) };
}
