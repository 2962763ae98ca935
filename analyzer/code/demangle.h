/* SPDX-License-Identifier: MIT */
/* Names of functions as people wrote them: C++ and Rust names demangled. */
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

#endif
