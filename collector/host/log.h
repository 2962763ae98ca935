/* SPDX-License-Identifier: MIT */
/* What the collector says to people: single lines on stderr, from any thread. */
#ifndef WARPWISE_LOG_H
#define WARPWISE_LOG_H

/*
 * Writes one line "warpwise: ..." with one write(), so that it is not torn apart by the program's
 * own output. Takes no lock and leaves errno as it was. No full stop, no newline in FORMAT.
 *
 * The line is dropped where it could do harm: stderr is another file than when the library was
 * loaded, is read by nobody, or would let the program wait.
 */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
