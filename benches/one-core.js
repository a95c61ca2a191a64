/** Imported before other modules of a worker, makes them believe that the device has one core. */

Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });
