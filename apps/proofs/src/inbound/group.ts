import type { Group } from '../check.ts'
import { allIsAMessage, anyOrder, asItComes, changesInTheApp } from './amendments.ts'
import { automationsRunAgain, automationsRunOnce } from './automations.ts'
import { foreignNumbers, oddCharacters, unknownParts } from './bodies.ts'
import { onePersonIsOne, withoutLinks } from './people.ts'
import { anyPhone, brokenRow, plannedPhonesOnly, strictServer } from './phones.ts'
import { diesBeforeItsAnswer, hundredAtOnce, withoutPostgres } from './repeats.ts'
import { thousandInOne } from './thousand.ts'

const callbackTests = 'apps/numbers/src/callbacks/callbacks.test.ts'
const endpointTests = 'apps/gateway/src/callbacks/endpoint.test.ts'

/** D: each provider report is verified, applied once, and never lost. */
export const inbound: Group = {
  name: 'inbound',
  title: 'D. Inbound',
  checks: [
    {
      id: 'D1',
      promise: 'Only the exact bytes that the provider signed are taken',
      expected: 'altered byte, no, wrong, sha1, upper-case signature, re-serialized body: 401, nothing stored',
      tests: [
        ['packages/provider/src/signature.test.ts', 'a callback signature'],
        [endpointTests, 'hands over bytes and signature as they came'],
        [endpointTests, 'refuses a wrong or missing signature with 401 and stores nothing'],
      ],
    },
    {
      id: 'D2',
      promise: 'A notification that comes many times is one message',
      expected: '100 at once: one message, one message:in',
      run: hundredAtOnce,
      fast: true,
    },
    {
      id: 'D3',
      promise: 'The provider is answered 200 only for what is stored',
      expected: 'Postgres stopped 3 times: 503 meanwhile, never 200; the provider’s repeats land, 0 lost',
      run: withoutPostgres,
    },
    {
      id: 'D5',
      promise: 'As many updates as the provider puts into one callback are taken, each once',
      expected: '1,000 messages of 50 customers in one callback, twice: 200, 1,000 messages, 1,000 events',
      run: thousandInOne,
    },
    {
      id: 'D6',
      promise: 'Unknown additions of the provider break nothing',
      expected: 'unknown type and field, null, no contacts: 200, kept raw, unsupported message, the rest announced',
      run: unknownParts,
      fast: true,
    },
    {
      id: 'D7',
      promise: 'Any text reaches the receiver unchanged',
      expected: 'NUL, lone surrogate, 4,096 emoji, RTL override, 100 kB: no 5xx, valid JSON at the receiver',
      run: oddCharacters,
      fast: true,
    },
    {
      id: 'D8',
      promise: 'A callback reaches only the owner of the number it names, who must share its secret',
      expected: 'number of another workspace or of no one: 200, put aside, announced to no one',
      run: foreignNumbers,
      tests: [
        [
          callbackTests,
          'an update of another number reaches its owner only when that number is proven by the same secret',
        ],
      ],
    },
    {
      id: 'D9',
      promise: 'The verification request answers only callers that know the token',
      expected: '403 for a wrong token; the challenge as text/plain only for the right one',
      tests: [[endpointTests, 'echoes the challenge of a verification as plain text, and answers 403 for any other']],
    },
    {
      id: 'D14',
      promise:
        'One person is one contact and has one chat with each number, by whatever identifiers callbacks name them',
      expected:
        '12 people who hide, show and change identifiers, in any order and twice: 12 contacts, 12 chats, 0 held',
      run: onePersonIsOne,
    },
    {
      id: 'D14-twin',
      promise: 'A system that keeps no identifiers of people is caught by what D14 does',
      expected: 'more chats than people, and held messages that wait for ever, are seen',
      run: withoutLinks,
    },
    {
      id: 'D12',
      promise:
        'Edits, deletions and reactions of a message leave one end state, in whatever order and however often they come',
      expected:
        '3 stories in all their orders, each callback twice: the newest by the provider’s time counts, deleted text stays gone',
      run: anyOrder,
    },
    {
      id: 'D12-twin',
      promise: 'A receiver that applies changes as they come is caught by what D12 does',
      expected: 'wrong end states are seen',
      run: asItComes,
      fast: true,
    },
    {
      id: 'D13',
      promise:
        'Edits, deletions and reactions of the business in its own app change the messages that they are about, and answer no one',
      expected: 'three messages, none for a change; the customer continues waiting, the chat stays unread',
      run: changesInTheApp,
      fast: true,
    },
    {
      id: 'D13-twin',
      promise: 'A receiver to which all that the app does is a message is caught by what D13 does',
      expected: 'all six judgments see it',
      run: allIsAMessage,
      fast: true,
    },
    {
      id: 'D4',
      promise: 'A process that ends between storing a callback and answering it doubles nothing',
      expected: 'process dies after the commit, before the 200: the provider’s repeat is recognized',
      run: diesBeforeItsAnswer,
    },
    {
      id: 'D10',
      promise:
        'Every phone that the provider uses is shown, answered, exported and imported, whatever numbering plans say',
      expected:
        '26 phones of 5 to 15 digits: each one chat by chat and by phone; lists 200; imported again 0 new, 0 failed',
      run: anyPhone,
      fast: true,
      tests: [['packages/contracts/src/shown.test.ts', 'has no rule for what callers write']],
    },
    {
      id: 'D10-twin',
      promise: 'The check of D10 catches a reader that asks numbering plans',
      expected: 'phones of D10 are refused',
      run: plannedPhonesOnly,
      fast: true,
    },
    {
      id: 'D15',
      promise: 'An automation acts once for each message, and never on what an automation did, whatever dies meanwhile',
      expected:
        'messaging is killed again and again with the effects of a run not committed: one run, reply and label of each rule in each chat, the customer still waits; one question for a rating once the chat is resolved, whose answer opens nothing',
      run: automationsRunOnce,
    },
    {
      id: 'D15-twin',
      promise: 'The check of D15 catches runners that repeat a run or answer a rule',
      expected: 'each of nine faulty runners is seen, a sound one passes',
      run: automationsRunAgain,
      fast: true,
    },
    {
      id: 'D11',
      promise: 'A committed change is never reported as failed, and one broken row fails no list',
      expected:
        'a row that breaks the contract: 200 alone and in lists, logged; verbs of each kind return what they did',
      run: brokenRow,
      fast: true,
      tests: [
        ['packages/chassis/src/rpc/invalid-responses.test.ts', 'is returned'],
        ['packages/chassis/src/rpc/batch-calls.test.ts', 'returns a response that breaks the contract'],
      ],
    },
    {
      id: 'D11-twin',
      promise: 'The check of D11 catches a server that checks what it returns',
      expected: '500 for the broken row',
      run: strictServer,
      fast: true,
    },
  ],
}
