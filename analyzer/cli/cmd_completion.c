/* SPDX-License-Identifier: MIT */
/*
 * warpwise completion: prints what a shell needs to complete verbs, options and their values. All
 * of it comes from the tables of the verbs; each shell is one row of `shells` and the functions
 * that it names.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "kernel/occupancy.h"
#include "cli/help.h"
#include "cli/options.h"
#include "rules/shared/rule.h"
#include "record/runs.h"

enum { PHRASE_MAX = 160 };

/* The first phrase of an option's help: up to a full stop, a semicolon or a colon. */
static const char *phrase(const char *help, char text[PHRASE_MAX])
{
	size_t length = 0;

	while (help[length] && !strchr(";:", help[length]) &&
	       !(help[length] == '.' && (help[length + 1] == ' ' || !help[length + 1])))
		length++;
	snprintf(text, PHRASE_MAX, "%.*s", (int)length, help);
	return text;
}

/* TEXT inside '...' of a shell; each of SPECIAL gets a backslash. */
static void print_quoted(const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'') {
			fputs("'\\''", stdout);
			continue;
		}
		if (strchr(special, *text))
			putchar('\\');
		putchar(*text);
	}
}

static void print_words(const char *const *words)
{
	for (; *words; words++)
		printf("%s%s", *words, words[1] ? " " : "");
}

/* ---- values that are known ---- */

static void print_rules(void)
{
	for (size_t i = 0; rules[i]; i++)
		printf("%s%s", i ? " " : "", rules[i]->id);
}

/* Blanks and punctuation do not count in a product's name: "RTX-4090" is one word for a shell. */
static void print_devices(void)
{
	size_t count;
	const struct occupancy_product *products = occupancy_products(&count);

	for (size_t i = 0; i < count; i++) {
		if (i)
			putchar(' ');
		for (const char *p = products[i].name; *p; p++)
			putchar(*p == ' ' ? '-' : *p);
	}
}

static void print_metric_sets(void)
{
	static const char words[] =
#define METRIC_SET(name) #name " "
#include "collector/counters/metric_sets.def"
#undef METRIC_SET
	        RUNS_SOURCE_SET;

	fputs(words, stdout);
}

static void (*const word_printers[KINDS])(void) = {
	[KIND_RULE] = print_rules,
	[KIND_DEVICE] = print_devices,
	[KIND_METRIC_SET] = print_metric_sets,
};

/* What the value of an option, or an argument, can be. */
struct values {
	enum cmd_kind kind;
	const char *const *choices; /* NULL: it has none */
	const char *listed;         /* "node|graph": an option's argument that says it; NULL */
	bool is_list;               /* several, with commas between */
};

/* What stands for a value is in capitals: without any, an argument's name is its values. */
static bool lists_values(const char *argument)
{
	return argument && !strpbrk(argument, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static struct values values_of(const struct cmd_option *option)
{
	return (struct values){ .kind = option->kind,
		                .choices = option->choices,
		                .listed = lists_values(option->argument) ? option->argument : NULL,
		                .is_list = option->list || option->kind == KIND_METRIC_SET };
}

static struct values arguments_of(const struct cmd *cmd)
{
	return (struct values){ .kind = cmd->argument_kind, .choices = cmd->argument_choices };
}

static bool has_words(const struct values *values)
{
	return values->choices || values->listed || word_printers[values->kind];
}

/* The words that are known, with blanks between. */
static void print_choices(const struct values *values)
{
	if (values->choices)
		print_words(values->choices);
	else if (!values->listed)
		word_printers[values->kind]();
	for (const char *c = values->choices ? NULL : values->listed; c && *c; c++)
		putchar(*c == '|' ? ' ' : *c);
}

/* ---- bash ---- */

static void bash_option(const struct cmd_option *option, void *data)
{
	char name[OPTION_NAME_MAX];

	(void)data;
	if (option->letter)
		printf("-%c ", option->letter);
	printf("--%s%s ", option_name(option, name), option->argument && !option->alone ? "=" : "");
}

/* An expression that fills COMPREPLY with VALUES. */
static void bash_values(const struct values *values)
{
	static const char *const actions[KINDS] = {
		[KIND_OTHER] = "-W ''", [KIND_FILE] = "-f",      [KIND_TRACE] = "-f",
		[KIND_PROGRAM] = "-cf", [KIND_DIRECTORY] = "-d",
	};

	if (has_words(values)) {
		fputs("-W '", stdout);
		print_choices(values);
		fputs("'", stdout);
	} else {
		fputs(actions[values->kind], stdout);
	}
}

/* Where a value may be left out, what follows a blank is none. */
static void bash_value(const struct cmd_option *option, void *data)
{
	const struct values values = values_of(option);
	char name[OPTION_NAME_MAX];

	(void)data;
	if (!option->argument)
		return;
	printf("\t\t--%s=", option_name(option, name));
	if (!option->alone)
		printf(" | --%s", name);
	if (option->letter && !option->alone)
		printf(" | -%c", option->letter);
	fputs(") values=\"", stdout);
	bash_values(&values);
	printf("\"%s ;;\n", values.is_list ? " is_list=1" : "");
}

static void bash_verb(const struct cmd *cmd)
{
	printf("\t%s)\n\t\toptions='", cmd ? cmd->name : "''");
	options_each(cmd, bash_option, NULL);
	fputs("'\n\t\targuments=\"", stdout);
	if (cmd) {
		const struct values values = arguments_of(cmd);

		bash_values(&values);
	} else {
		fputs("-W '", stdout);
		for (size_t i = 0; cmds[i]; i++)
			if (!cmds[i]->is_hidden)
				printf("%s ", cmds[i]->name);
		fputs("'", stdout);
	}
	fputs("\"\n", stdout);
	if (cmd && cmd->first_choices) {
		fputs("\t\tfirst='", stdout);
		print_words(cmd->first_choices);
		fputs("'\n", stdout);
	}
	fputs("\t\tcase $previous in\n", stdout);
	options_each(cmd, bash_value, NULL);
	printf("\t\tesac\n%s\t\t;;\n", cmd && cmd->is_prefix ? "\t\tis_prefix=1\n" : "");
}

/* Behind what the verbs set: the words that fit. */
static void print_bash_end(void)
{
	fputs("\tesac\n"
	      "\tif [ -n \"$is_prefix\" ] && declare -F _command_offset >/dev/null; then\n"
	      "\t\tfor ((i = at + 1; i < COMP_CWORD; i++)); do\n"
	      "\t\t\tcase ${COMP_WORDS[i]} in\n"
	      "\t\t\t-o) ((i++)) ;;\n"
	      "\t\t\t=) ((i++)) ;;\n"
	      "\t\t\t-*) ;;\n"
	      "\t\t\t*) _command_offset \"$i\"; return ;;\n"
	      "\t\t\tesac\n"
	      "\t\tdone\n"
	      "\tfi\n"
	      "\tif [ -n \"$is_list\" ] && [[ $current == *,* ]]; then\n"
	      "\t\tbefore=${current%,*},\n"
	      "\t\tcurrent=${current##*,}\n"
	      "\tfi\n"
	      "\tfor ((i = at + 1; i < COMP_CWORD; i++)); do\n"
	      "\t\tcase \" $first \" in *\" ${COMP_WORDS[i]} \"*) first= ;; esac\n"
	      "\tdone\n"
	      "\t[ -z \"$first\" ] || arguments=\"-W '$first'\"\n"
	      "\tif [ -n \"$values\" ]; then\n"
	      "\t\teval \"COMPREPLY=( \\$(compgen $values -- \\\"\\$current\\\") )\"\n"
	      "\t\t[ -z \"$before\" ] || COMPREPLY=(\"${COMPREPLY[@]/#/$before}\")\n"
	      "\telif [[ $current == -* ]]; then\n"
	      "\t\tCOMPREPLY=( $(compgen -W \"$options\" -- \"$current\") )\n"
	      "\t\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
	      "\telse\n"
	      "\t\teval \"COMPREPLY=( \\$(compgen $arguments -- \\\"\\$current\\\") )\"\n"
	      "\tfi\n"
	      "}\n"
	      "complete -o filenames -F _warpwise warpwise\n",
	      stdout);
}

static void print_bash(void)
{
	fputs("# bash completion of warpwise: put it into "
	      "~/.local/share/bash-completion/completions/warpwise\n"
	      "_warpwise()\n"
	      "{\n"
	      "\tlocal current=$2 previous=$3 verb= at=0 i options= arguments= values= is_prefix= "
	      "is_list= first= before=\n"
	      "\n"
	      "\tif [ \"$current\" = = ]; then\n"
	      "\t\tcurrent= previous=$previous=\n"
	      "\telif [ \"$previous\" = = ] && [ \"$COMP_CWORD\" -gt 1 ]; then\n"
	      "\t\tprevious=${COMP_WORDS[COMP_CWORD - 2]}=\n"
	      "\tfi\n"
	      "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	      "\t\tcase ${COMP_WORDS[i]} in\n"
	      "\t\t",
	      stdout);
	for (size_t i = 0, printed = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden)
			printf("%s%s", printed++ ? " | " : "", cmds[i]->name);
	fputs(") verb=${COMP_WORDS[i]} at=$i; break ;;\n"
	      "\t\tesac\n"
	      "\tdone\n"
	      "\tcase $verb in\n",
	      stdout);
	bash_verb(NULL);
	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden)
			bash_verb(cmds[i]);
	print_bash_end();
}

/* ---- zsh ---- */

static void zsh_values(const struct values *values)
{
	static const char *const actions[KINDS] = {
		[KIND_OTHER] = " ",
		[KIND_FILE] = "_files",
		[KIND_TRACE] = "_files -g \"*.db\"",
		[KIND_PROGRAM] = "_normal",
		[KIND_DIRECTORY] = "_files -/",
	};

	if (!has_words(values)) {
		fputs(actions[values->kind], stdout);
		return;
	}
	fputs(values->is_list ? "_values -s , value " : "(", stdout);
	print_choices(values);
	fputs(values->is_list ? "" : ")", stdout);
}

static void zsh_option(const struct cmd_option *option, void *data)
{
	const struct values values = values_of(option);
	char name[OPTION_NAME_MAX], text[PHRASE_MAX];

	(void)data;
	option_name(option, name);
	if (option->letter)
		printf("\t\t\t'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, name, option->letter,
		       option->argument ? "+" : "", name, option->argument ? "=" : "");
	else
		printf("\t\t\t'--%s%s[", name, option->alone ? "=-" : option->argument ? "=" : "");
	print_quoted(phrase(option->help, text), "[]:\\");
	putchar(']');
	if (option->argument) {
		printf("%s:%s:", option->alone ? ":" : "", option->argument);
		zsh_values(&values);
	}
	fputs("' \\\n", stdout);
}

static void zsh_verb(const struct cmd *cmd)
{
	const struct values values = arguments_of(cmd);

	printf("\t\t%s)\n\t\t\t_arguments %s\\\n", cmd->name, cmd->is_prefix ? "-A '-*' " : "");
	options_each(cmd, zsh_option, NULL);
	if (cmd->first_choices) {
		fputs("\t\t\t'1:what to do:(", stdout);
		print_words(cmd->first_choices);
		fputs(")' \\\n", stdout);
	}
	if (cmd->max_arguments) {
		printf("\t\t\t'%s:", cmd->is_prefix ? "*:" : "*");
		print_quoted(cmd->arguments, "[]:\\");
		putchar(':');
		zsh_values(&values);
		fputs("'\n", stdout);
	} else {
		fputs("\t\t\t&& return\n", stdout);
	}
	fputs("\t\t\t;;\n", stdout);
}

static void print_zsh(void)
{
	fputs("#compdef warpwise\n"
	      "# zsh completion of warpwise: put it into a folder of $fpath as _warpwise\n"
	      "_warpwise()\n"
	      "{\n"
	      "\tlocal curcontext=$curcontext state line\n"
	      "\tlocal -a verbs=(\n",
	      stdout);
	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden) {
			printf("\t\t'%s:", cmds[i]->name);
			print_quoted(cmds[i]->summary, ":\\");
			fputs("'\n", stdout);
		}
	fputs("\t)\n\n\t_arguments -C \\\n", stdout);
	options_each(NULL, zsh_option, NULL);
	fputs("\t\t\t'1:verb:->verb' \\\n"
	      "\t\t\t'*::argument:->argument'\n"
	      "\tcase $state in\n"
	      "\tverb) _describe verb verbs ;;\n"
	      "\targument)\n"
	      "\t\tcase $words[1] in\n",
	      stdout);
	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden)
			zsh_verb(cmds[i]);
	fputs("\t\tesac\n"
	      "\t\t;;\n"
	      "\tesac\n"
	      "}\n"
	      "_warpwise \"$@\"\n",
	      stdout);
}

/* ---- fish ---- */

static void fish_values(const struct values *values)
{
	static const char *const actions[KINDS] = {
		[KIND_OTHER] = "",
		[KIND_FILE] = " -F",
		[KIND_TRACE] = " -F",
		[KIND_PROGRAM] = " -F -a '(__fish_complete_subcommand)'",
		[KIND_DIRECTORY] = " -a '(__fish_complete_directories)'",
	};

	if (!has_words(values)) {
		fputs(actions[values->kind], stdout);
		return;
	}
	fputs(values->is_list ? " -a '(__fish_complete_list , \"string join \\n " : " -a '",
	      stdout);
	print_choices(values);
	fputs(values->is_list ? "\")'" : "'", stdout);
}

static void fish_condition(const struct cmd *cmd)
{
	if (cmd)
		printf("complete -c warpwise -n '__fish_seen_subcommand_from %s'", cmd->name);
	else
		fputs("complete -c warpwise -n __fish_use_subcommand", stdout);
}

static void fish_option(const struct cmd_option *option, void *data)
{
	const struct values values = values_of(option);
	char name[OPTION_NAME_MAX], text[PHRASE_MAX];

	fish_condition(data);
	if (option->letter)
		printf(" -s %c", option->letter);
	printf(" -l %s%s", option_name(option, name),
	       option->argument && !option->alone ? " -x" : "");
	if (option->argument)
		fish_values(&values);
	fputs(" -d '", stdout);
	print_quoted(phrase(option->help, text), "");
	fputs("'\n", stdout);
}

static void fish_verb(const struct cmd *cmd)
{
	const struct values values = arguments_of(cmd);

	fish_condition(NULL);
	printf(" -a %s -d '", cmd->name);
	print_quoted(cmd->summary, "");
	fputs("'\n", stdout);
	options_each(cmd, fish_option, (void *)cmd);
	if (cmd->first_choices) {
		printf("complete -c warpwise -n '__fish_seen_subcommand_from %s; and not "
		       "__fish_seen_subcommand_from ",
		       cmd->name);
		print_words(cmd->first_choices);
		fputs("' -a '", stdout);
		print_words(cmd->first_choices);
		fputs("'\n", stdout);
	} else if (cmd->max_arguments) {
		fish_condition(cmd);
		fish_values(&values);
		putchar('\n');
	}
}

static void print_fish(void)
{
	fputs("# fish completion of warpwise: put it into "
	      "~/.config/fish/completions/warpwise.fish\n"
	      "complete -c warpwise -f\n",
	      stdout);
	options_each(NULL, fish_option, NULL);
	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden)
			fish_verb(cmds[i]);
}

/* ---- the verb ---- */

static const char *const names[] = { "bash", "zsh", "fish", NULL };
static void (*const printers[])(void) = { print_bash, print_zsh,
	                                  print_fish }; /* by position in names */

static int run(int argc, char **argv)
{
	char text[64];

	(void)argc;
	for (size_t i = 0; names[i]; i++)
		if (strcmp(names[i], argv[0]) == 0) {
			printers[i]();
			return STATUS_OK;
		}
	return cmd_usage_error("SHELL must be %s, not '%s'",
	                       option_choices(names, text, sizeof text), argv[0]);
}

const struct cmd cmd_completion = {
	.name = "completion",
	.summary = "print the completions of a shell",
	.arguments = "SHELL",
	.description = "Prints a script that makes SHELL (bash, zsh or fish) complete the verbs "
	               "and options of warpwise, and "
	               "their values.",
	.examples =
	        "warpwise completion bash >~/.local/share/bash-completion/completions/warpwise\n"
	        "warpwise completion zsh >~/.zfunc/_warpwise\n"
	        "warpwise completion fish >~/.config/fish/completions/warpwise.fish",
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_choices = names,
	.run = run,
};
