/** Numbers as the reader's language writes them. */

import { text } from './index.js';

export const { grouped } = text.numbers;
