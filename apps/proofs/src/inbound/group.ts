import { groupOf } from '../proof.ts'
import { oddCharacters } from './callbacks.ts'
import { anyPhone, plannedPhonesOnly } from './people.ts'
import { automationsRunAgain, automationsRunOnce, diesBeforeItsAnswer, withoutPostgres } from './repetitions.ts'

const messageTests = 'apps/messaging/src/messages/messages.test.ts'
const callbackTests = 'apps/numbers/src/callbacks/callbacks.test.ts'
const endpointTests = 'apps/gateway/src/callbacks/endpoint.test.ts'
const amendTests = 'apps/messaging/src/messages/amend.test.ts'

/** D: each provider report is verified, applied once, and never lost. */
export const inbound = groupOf('inbound', 'D. Inbound', {
  D1: {
    promise: 'Only the exact bytes that the provider signed are accepted',
    expected: 'altered byte, no, wrong, sha1, upper-case signature, re-serialized body: 401, nothing stored',
    tests: {
      'packages/provider/src/signature.test.ts': ['a callback signature'],
      [endpointTests]: [
        'hands over bytes and signature as they came',
        'refuses a wrong or missing signature with 401 and stores nothing',
      ],
    },
  },
  D2: {
    promise: 'A callback that arrives many times creates one message',
    expected: '100 at once: one message, one message:in',
    tests: {
      [callbackTests]: ['a hundred identical callbacks at once are stored once and announced once'],
      [messageTests]: ['an incoming message opens a chat with its window, once however often it comes'],
    },
  },
  D3: {
    promise: 'The provider gets a 200 only for stored callbacks',
    expected: 'Postgres stopped 3 times: 503 meanwhile, never 200; the provider’s repeats land, 0 lost',
    run: withoutPostgres,
  },
  D5: {
    promise: 'A callback can have any number of updates; each is processed once',
    expected: '1,000 messages in one callback of 3 MB: answered at once, each announced; a repeat changes nothing',
    tests: {
      [callbackTests]: ['a thousand updates in one body are all announced', 'a hundred identical callbacks at once'],
    },
  },
  D6: {
    promise: 'Unknown additions by the provider break nothing',
    expected: 'unknown type and field, null, no contacts: 200, kept raw, unsupported message, the rest announced',
    tests: {
      [callbackTests]: ['what cannot be read is answered, kept and marked, and holds up nothing'],
      'apps/numbers/src/callbacks/unread-updates.test.ts': ['list shows what is not understood as it came'],
      'packages/provider/src/callbacks.test.ts': [
        'no one knows is kept raw and does not stop the others',
        'without a time gets the time of receipt',
        'survive the loss or corruption of any one part',
      ],
      [messageTests]: ['a type we do not know is stored raw and shown as unsupported'],
    },
  },
  D7: {
    promise: 'Every text reaches the receiver, with U+FFFD in place of what cannot be stored',
    expected: 'NUL, lone surrogate, 4,096 emoji, RTL override, 100 kB: no 5xx, valid JSON at the receiver',
    run: oddCharacters,
    fast: true,
  },
  D8: {
    promise: 'A callback reaches only the owner of its number, and only if the signature is valid',
    expected: 'number of another workspace or of no one: put aside, announced to no one; the secret of another: 401',
    tests: {
      [callbackTests]: [
        'an update of another number reaches its owner only when that number is proven by the same secret',
        'a callback for an unknown number is answered as one with a wrong signature',
        'receive stores only exactly the signed bytes',
      ],
    },
  },
  D9: {
    promise: 'The verification endpoint only responds to callers that know the token',
    expected: '403 for a wrong token; the challenge as text/plain only for the right one',
    tests: { [endpointTests]: ['echoes the challenge of a verification as plain text, and answers 403 for any other'] },
  },
  D14: {
    promise: 'A person is one contact with one chat per number, no matter which identifiers callbacks use',
    expected:
      'people who hide, show and change identifiers at random, in any order and repeatedly: one contact each, one chat with each number, and what was held is sent',
    tests: {
      'apps/contacts/src/contacts/people.test.ts': [
        'have one contact each as soon as it is proven',
        'is found by username and user id',
      ],
      'apps/messaging/src/people/people.test.ts': ['have one chat with each number, with the later window'],
    },
  },
  D12: {
    promise: 'Edits, deletions and reactions lead to the same final message in any order and with any repetition',
    expected:
      '3 stories in all their orders, each callback twice: the newest by the provider’s time counts, deleted text stays gone',
    tests: {
      [amendTests]: [
        'the same in every order of its reports, each of which comes twice',
        'leaves no text of a deleted message anywhere, in whatever order',
      ],
    },
  },
  D13: {
    promise: 'Edits, deletions and reactions in the business’s app change their messages, and do not count as answers',
    expected: 'no message for a change; the customer continues waiting, the chat stays unread',
    tests: { [amendTests]: [' of a message ', 'from the app is no answer'] },
  },
  D4: {
    promise: 'A process that dies between storing a callback and responding to it duplicates nothing',
    expected: 'process dies after the commit, before the 200: the provider’s repeat is recognized',
    run: diesBeforeItsAnswer,
  },
  D10: {
    promise:
      'Every phone that the provider uses can be shown, answered, exported and imported, even if numbering plans do not know it',
    expected:
      '26 phones of 5 to 15 digits: each one chat by chat and by phone; lists 200; imported again 0 new, 0 failed',
    run: anyPhone,
    fast: true,
    tests: { 'packages/contracts/src/shown.test.ts': ['has no rule for what callers write'] },
  },
  'D10-twin': {
    promise: 'The check of D10 catches a parser that relies on numbering plans',
    expected: 'phones of D10 are refused',
    run: plannedPhonesOnly,
    fast: true,
  },
  D15: {
    promise: 'An automation acts once per message and never on other automations, even when processes die',
    expected:
      'messaging is killed again and again with the effects of a run not committed: one run, reply and label of each rule in each chat, the customer still waits; one question for a rating once the chat is resolved, whose answer opens nothing',
    run: automationsRunOnce,
  },
  'D15-twin': {
    promise: 'The check of D15 catches runners that repeat a run or react to automations',
    expected: 'each of nine faulty runners is seen, a sound one passes',
    run: automationsRunAgain,
    fast: true,
  },
  D11: {
    promise: 'A committed change never returns an error, and one broken row breaks no list',
    expected:
      'a row that breaks the contract: returned alone and in lists, counted; verbs of each kind return what they did',
    tests: {
      'packages/chassis/src/rpc/invalid-responses.test.ts': ['is returned'],
      'packages/chassis/src/rpc/batch-calls.test.ts': ['returns a response that breaks the contract'],
    },
  },
})
