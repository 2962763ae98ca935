// SPDX-License-Identifier: MIT
// Below which path the dashboard is, as the server was told (--base-path): '' or '/warpwise'.
export const base = document.querySelector('meta[name="base"]').content;

// The address of a path of the dashboard, "/projects".
export const below = (path) => `${base}${path}`;
