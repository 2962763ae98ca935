// SPDX-License-Identifier: MIT
// What was not recorded, by the user's wish: no part of any time that is shown, and never idle time.
import { formatDuration } from './format.js';

// In words, as the text report has them; '' where all was recorded.
export function unrecordedText({ unrecorded }) {
	if (!unrecorded)
		return '';
	const times = unrecorded.intervals > 1 ? `, ${unrecorded.intervals} times` : '';
	return `${formatDuration(unrecorded.ns)} of the run were not recorded${times} (${unrecorded.reason}): nothing is known of them, and no time here counts them.`;
}
