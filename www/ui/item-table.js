/** <item-table>: items, each of which is a row of values. */

import { ValueTable } from './value-table.js';

export class ItemTable extends ValueTable {}
