/* SPDX-License-Identifier: MIT */
/*
 * CPython's C API, 3.9 and newer, as far as it is public and the sampler needs it: looked up in the
 * process, so that nothing of Python is needed to build or to load this library.
 */
#ifndef WARPWISE_PYTHON_API_H
#define WARPWISE_PYTHON_API_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct python_object python_object; /* PyObject */

/* As in CPython's methodobject.h, which is part of its stable ABI. */
struct python_method {
	const char *name;
	python_object *(*function)(python_object *self, python_object *arguments);
	int flags;
	const char *doc;
};

enum { PYTHON_NO_ARGUMENTS = 0x0004 }; /* METH_NOARGS */

/* FUNCTION(what it returns, its name, its parameters) */
#define PYTHON_FUNCTIONS(FUNCTION)                                                               \
	FUNCTION(int, Py_IsInitialized, (void))                                                  \
	FUNCTION(const char *, Py_GetVersion, (void))                                            \
	FUNCTION(int, Py_AddPendingCall, (int (*call)(void *), void *data))                      \
	FUNCTION(void, Py_IncRef, (python_object *))                                             \
	FUNCTION(void, Py_DecRef, (python_object *))                                             \
	FUNCTION(void *, PyInterpreterState_Main, (void))                                        \
	FUNCTION(void *, PyInterpreterState_Head, (void))                                        \
	FUNCTION(void *, PyInterpreterState_Get, (void))                                         \
	FUNCTION(python_object *, PyEval_GetFrame, (void))                                       \
	FUNCTION(void *, PyThreadState_New, (void *interpreter))                                 \
	FUNCTION(void, PyThreadState_Clear, (void *))                                            \
	FUNCTION(void, PyThreadState_DeleteCurrent, (void))                                      \
	FUNCTION(void, PyEval_RestoreThread, (void *))                                           \
	FUNCTION(void *, PyEval_SaveThread, (void))                                              \
	FUNCTION(python_object *, PyImport_ImportModule, (const char *))                         \
	FUNCTION(python_object *, PyObject_GetAttrString, (python_object *, const char *))       \
	FUNCTION(python_object *, PyObject_CallFunctionObjArgs, (python_object * callable, ...)) \
	FUNCTION(int, PyObject_IsTrue, (python_object *))                                        \
	FUNCTION(python_object *, PyCFunction_NewEx,                                             \
	         (struct python_method *, python_object *, python_object *))                     \
	FUNCTION(int, PyDict_Next,                                                               \
	         (python_object *, ssize_t *, python_object **, python_object **))               \
	FUNCTION(python_object *, PyFloat_FromDouble, (double))                                  \
	FUNCTION(double, PyFloat_AsDouble, (python_object *))                                    \
	FUNCTION(unsigned long, PyLong_AsUnsignedLong, (python_object *))                        \
	FUNCTION(python_object *, PyFrame_GetCode, (python_object *))                            \
	FUNCTION(python_object *, PyFrame_GetBack, (python_object *))                            \
	FUNCTION(int, PyFrame_GetLineNumber, (python_object *))                                  \
	FUNCTION(int, PyCode_Addr2Line, (python_object * code, int offset))                      \
	FUNCTION(void *, PyGILState_GetThisThreadState, (void))                                  \
	FUNCTION(const char *, PyUnicode_AsUTF8AndSize, (python_object *, ssize_t *))            \
	FUNCTION(void, PyErr_Clear, (void))

/* From 3.11 on; before, NULL. */
#define PYTHON_NEWER_FUNCTIONS(FUNCTION) FUNCTION(int, PyFrame_GetLasti, (python_object *))

struct python_api {
#define FUNCTION(returned, name, parameters) returned(*name) parameters;
	PYTHON_FUNCTIONS(FUNCTION)
	PYTHON_NEWER_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

extern struct python_api python; /* valid once python_api_load() was true */

/* Finds the interpreter's library in the process, or the functions in the program itself. False:
 * there is none, or one before 3.9. It may wait for the loader's lock. */
bool python_api_load(void);

/* Whether the process has a running interpreter, of any version. Any thread. */
bool python_runs(void);

/* The N of version 3.N. */
int python_minor(void);

/* PyObject_GetAttrString(), or NULL without an error. With the interpreter's lock held. */
python_object *python_get(python_object *object, const char *name);

/* OBJECT() for a function without arguments; NULL without an error if it fails. The same. */
python_object *python_call(python_object *object);

#endif
