import type { Group } from '../check.ts'
import { costlyInput, quadraticReader, slowBodies, unboundedBodies, unprovenCallbacks } from './edge.ts'

const hostileInput = 'apps/gateway/src/rest/request/hostile-input.test.ts'
const callbackTests = 'apps/gateway/src/callbacks/endpoint.test.ts'

/** M: who attacks the public address costs no one else memory or time. */
export const attacks: Group = {
  name: 'attacks',
  title: 'M. Attacks on the public address',
  checks: [
    {
      id: 'M1',
      promise: 'Callbacks that no one has signed take no memory and delay no one',
      expected:
        '40 at a time of 4 MB for 15 s, without a signature, with a wrong one, and for unknown numbers: each refused; the gateway below 512 MB, after 30 s near what it had; another workspace p99 at most twice the usual',
      run: unprovenCallbacks,
      tests: [
        [callbackTests, 'before any of it has come'],
        [callbackTests, 'takes bodies of a fourth of its memory for one workspace'],
      ],
    },
    {
      id: 'M2',
      promise: 'Bodies of one workspace that do not end leave memory and time to the others',
      expected:
        '10 keys with 50 bodies each that lack their last byte: the gateway below 512 MB; another workspace p99 at most twice the usual',
      run: slowBodies,
    },
    {
      id: 'M2-twin',
      promise: 'The measurement of M2 catches a gateway that takes every body',
      expected: 'with limits out of the way the same requests take over 400 MB more',
      run: unboundedBodies,
    },
    {
      id: 'M3',
      promise: 'Requests that are costly to refuse take the time of their own workspace only',
      expected:
        'six at a time for 15 s, at the usual limits: queries of 4,000 names, 1,000 wrong messages, 49,000 unknown fields; another workspace p99 at most twice the usual',
      run: costlyInput,
      tests: [[hostileInput, 'takes twice as long at most when it is twice as large']],
    },
    {
      id: 'M3-twin',
      promise: 'The measurement of costly input catches a reader whose time grows with the square of a query',
      expected: 'twice the names take over three times as long',
      run: quadraticReader,
      fast: true,
    },
  ],
}
