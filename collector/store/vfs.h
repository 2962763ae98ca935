/* SPDX-License-Identifier: MIT */
/* SQLite as a guest in somebody else's process. */
#ifndef WARPWISE_VFS_H
#define WARPWISE_VFS_H

/* Call once, before the only thread that uses SQLite begins. */
void vfs_init(void);

#endif
