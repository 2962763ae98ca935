// SPDX-License-Identifier: MIT
// The dashboard's page: starts all others.
import { defineColours } from '../colours.js';
import { createApi } from './api.js';
import { openFrame } from './frame.js';

defineColours(document.documentElement);
openFrame(document.getElementById('page'), createApi());
