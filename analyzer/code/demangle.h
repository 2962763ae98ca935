/* SPDX-License-Identifier: MIT */
/* Names of functions for people: C++ and Rust names demangled, and cut to a width so that they
 * still differ. */
#ifndef WARPWISE_DEMANGLE_H
#define WARPWISE_DEMANGLE_H

enum { DEMANGLE_MAX = 16384 }; /* bytes of a mangled name; a longer one is not demangled */

/*
 * The readable form of MANGLED, or a copy of it where it is no mangled name, is too long, or its
 * readable form is longer than 16 times DEMANGLE_MAX. What nvcc adds to the names of static
 * functions to tell files apart is left out. MANGLED may be hostile. Returns new memory for the
 * caller to free; NULL only without memory. Control characters stay: print through text_clean().
 */
char *demangle(const char *mangled);

/*
 * A demangled function in at most COLUMNS columns (0: unlimited), cleaned as text_clean() does. In
 * this order, as far as is needed: without return type and parameter list; template arguments as
 * <...>, the innermost and last first; without the outer namespaces; an ellipsis in the middle.
 * Unlimited: only return type and parameters go. Returns new memory for the caller to free; NULL
 * without memory.
 */
char *function_shorten(const char *name, int columns);

#endif
