/** Closes the channels of modules that are imported later: an open one keeps Node running. */

import { after } from 'node:test';

const { MessageChannel } = globalThis;
/** @type {MessageChannel[]} */
const channels = [];
globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};

after(() => {
  for (const { port1 } of channels) port1.close();
});
