import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 allocate every object in the young generation. By default, it learns which code creates long-lived objects, and allocates those
 * in the old generation. Under load these objects belong to calls, and each of them keeps its whole call alive until a major collection
 * (measured in the gateway at 50 messages a second: 6.8 KB per message and four major collections a minute; with this: 0.5 KB and none, and
 * the p99 time to accept a message fell from 26 to 14 ms).
 */
export function createObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
