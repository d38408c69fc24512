import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 create every object in the young generation. By default it learns at which places of the code objects live long, and creates the
 * next ones of such a place in the old generation. Under load those are parts of calls, and each keeps its whole call until a major
 * collection (measured in the gateway at 50 messages a second: 6.8 KB of each message, four major collections a minute; without: 0.5 KB
 * and none, and the p99 of accepting fell from 26 to 14 ms).
 */
export function createObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
