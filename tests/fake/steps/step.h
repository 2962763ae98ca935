/* SPDX-License-Identifier: MIT */
/*
 * A step: what app does for one of its arguments, "name" or "name=value". Each file of this folder
 * has those of one noun, and a table of them; app.c looks a name up in all. README.md says what
 * each step does.
 */
#ifndef WARPWISE_FAKE_STEP_H
#define WARPWISE_FAKE_STEP_H

struct step {
	const char *name;               /* NULL: the table ends */
	void (*run)(const char *value); /* "1" if the argument has none */
};

extern const struct step clock_steps[];
extern const struct step confine_steps[];
extern const struct step context_steps[];
extern const struct step disk_steps[];
extern const struct step end_steps[];
extern const struct step environment_steps[];
extern const struct step file_steps[];
extern const struct step graph_steps[];
extern const struct step launch_steps[];
extern const struct step marker_steps[];
extern const struct step output_steps[];
extern const struct step process_steps[];
extern const struct step stream_steps[];
extern const struct step thread_steps[];

/* The arguments that this thread still has to do, and NULL. */
extern _Thread_local char **steps_left;

/* Does them all. */
void steps_run(void);

/* Takes off what is up to the matching `end`, which is another process's or thread's, and returns
 * it. */
char **steps_take_block(void);

/* The program itself, and what errno was when main() began: 0, says C. */
extern char *app_path;
extern int app_errno;

#endif
