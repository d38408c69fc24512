import { groupOf } from '../proof.ts'
import { costlyInput, slowBodies, unboundedBodies, unprovenCallbacks } from './edge.ts'
import { scriptsOnScreens, signInLeadsNowhere, textAsMarkup } from './screens.ts'

const hostileInput = 'apps/gateway/src/rest/request/hostile-input.test.ts'
const modes = 'apps/gateway/src/rest/request/modes.test.ts'
const callbackTests = 'apps/gateway/src/callbacks/endpoint.test.ts'

/** M: an attack doesn't cost others memory or time, and no text runs as code in another person's browser. */
export const attacks = groupOf('attacks', 'M. Attacks', {
  M1: {
    promise: 'Unsigned callbacks use no memory and delay no one',
    expected:
      '40 at a time of 4 MB for 15 s, without a signature, with a wrong one, and for unknown numbers: each refused; the gateway below 512 MB, within a minute afterwards near what it had; another workspace p99 at most twice the usual',
    run: unprovenCallbacks,
    tests: {
      [callbackTests]: ['before any of it has come', 'takes bodies of a fourth of its memory for one workspace'],
    },
  },
  M2: {
    promise: 'Unfinished request bodies of one workspace do not take memory or time from others',
    expected:
      '10 keys with 50 bodies each that lack their last byte: the gateway below 512 MB; another workspace p99 at most twice the usual',
    run: slowBodies,
  },
  'M2-twin': {
    promise: 'The measurement of M2 catches a gateway that accepts every body',
    expected: 'with limits out of the way the same requests take over 400 MB more',
    run: unboundedBodies,
  },
  M3: {
    promise: 'Requests that are expensive to reject only slow down their own workspace',
    expected:
      'six at a time for 15 s, at the usual limits: queries of 4,000 names, 1,000 wrong messages, 49,000 unknown fields; another workspace p99 at most twice the usual',
    run: costlyInput,
    tests: {
      [hostileInput]: [
        'takes twice as long at most when it is twice as large',
        'leave turns of the event loop to others',
      ],
    },
  },
  M4: {
    promise: 'A misspelled setting never turns off a protection',
    expected:
      'unknown names, other spellings and values, and names given twice: refused in queries, settings and the addresses of assistants',
    tests: {
      [modes]: [
        'is taken by its exact name and value only, once',
        'under another spelling of its name is refused, as is every unknown name',
      ],
      'packages/mcp/src/tools.test.ts': ['is refused, and opens no tool'],
      'apps/gateway/src/access/sessions/admit.test.ts': [
        'is refused with the name of the field when a setting is unknown',
      ],
    },
  },
  M5: {
    promise: 'Expensive responses and file downloads only use their own workspace’s limits',
    expected:
      'a batch of 1,000 wrong messages names 100 fields, and each 10 of them count as a request; ten files are fetched at once, and another workspace fetches beside them',
    tests: {
      'apps/messaging/src/messages/batch.test.ts': ['names a hundred faulty fields of a response at most'],
      'apps/gateway/src/rest/respond/json.test.ts': ['ten messages that a batch refuses count as one more request'],
      'apps/messaging/src/files/files.test.ts': ['ten at a time, which keeps no other from fetching'],
    },
  },
  M6: {
    promise: 'No text from a customer or colleague runs as markup or script in the dashboard',
    expected:
      'scripts in every text of every operation that takes one and in messages of 16 types, on every screen in a browser: none runs, none adds an element or a link, no other host is asked, the policy has nothing to refuse',
    run: scriptsOnScreens,
  },
  'M6-twin': {
    promise: 'The trap of M6 catches a page that renders text as markup',
    expected: 'added elements, links and refusals of the policy are seen',
    run: textAsMarkup,
  },
  M7: {
    promise: 'A sign-in link can only lead into the dashboard',
    expected: '9 addresses elsewhere, scripts among them: after the sign-in the page is ours, nothing runs',
    run: signInLeadsNowhere,
  },
})
