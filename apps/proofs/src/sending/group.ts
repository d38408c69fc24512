import type { Group } from '../check.ts'
import { refusedConnections, reversedStatuses, revokedToken, someFail } from './failures.ts'
import { optOutsWin } from './opt-outs.ts'
import { blindRepeat, cutConnections, killedDispatcher, noAnswerEver } from './outcomes.ts'
import { postControl } from './post-control.ts'
import { levelOfTheNumber, pairOfOne, twoDispatchers } from './rates.ts'
import { statusBeforeAnswer } from './status-first.ts'
import { stoppedDispatcher } from './stopped-dispatcher.ts'

/** C: each accepted message reaches the provider once, at the provider's rate. */
export const sending: Group = {
  name: 'sending',
  title: 'C. Sending to the provider',
  checks: [
    {
      id: 'C1',
      promise: 'A provider call with a lost response is never repeated; the provider’s status decides',
      expected:
        'connection cut after acceptance, 1 call of 10: no call after one that was taken, unknown within 1 s, then sent',
      run: cutConnections,
    },
    {
      id: 'C2',
      promise: 'An unknown outcome is announced, and the message is repeated only if the sender asked for it',
      expected:
        'held 15 s (120 s in production), then failed with message:outcome_unknown; with onUnknown=resend one call more',
      run: noAnswerEver,
    },
    {
      id: 'C5',
      promise: 'A number never sends faster than its level allows',
      expected: '2,000 queued at a level of 80/s: no second above 80, at least 72/s, all sent',
      run: levelOfTheNumber,
    },
    {
      id: 'C6',
      promise: 'Many messages to one recipient are sent one after another, delay no one else, and are not rejected',
      expected: '200 others within 5 s; the pair at 6 s each once its 45 at once are used; no failure',
      run: pairOfOne,
    },
    {
      id: 'C7',
      promise: 'A message’s status never goes back, in any order of the provider’s statuses',
      expected: 'read, delivered, sent in reverse, each five times: read, one event for each real rise',
      run: reversedStatuses,
    },
    {
      id: 'C8',
      promise: 'A status that arrives before the response of its call decides, and the late response changes nothing',
      expected: '20 calls answered only once their message is delivered: each read, one call, each step announced once',
      run: statusBeforeAnswer,
    },
    {
      id: 'C10',
      promise: 'A provider call that certainly sent nothing is retried until it succeeds',
      expected: 'status 500 for 1 % of 3,000 messages (10,000 in the design): all sent, each taken once',
      run: someFail,
    },
    {
      id: 'C12',
      promise: 'Several dispatchers together stay within a number’s rate',
      expected:
        'two processes, one number, the one that serves it stopped for 3 s and let continue: the other takes over, no second above 80, none refused',
      run: twoDispatchers,
    },
    {
      id: 'C13',
      promise: 'A contact who has opted out gets no broadcast, regardless of how and when they opted out',
      expected:
        'opted out over the API, by a word, at the provider; before and after the subscription, and with the post in the queue: no call',
      run: optOutsWin,
    },
    {
      id: 'C14',
      promise: 'A broadcast can be paused, resumed and stopped, and counts everyone once',
      expected:
        'paused: no call in 2 s; purge lists the post; stopped: counts sum to 1,300, no one called twice, one event',
      run: postControl,
      tests: [
        [
          'apps/groups/src/posts/interleavings.test.ts',
          'whatever order feeding, pauses, stops, purges and statuses come in, each recipient is counted once and the post ends',
        ],
      ],
    },
    {
      id: 'C-twin',
      promise: 'C1 catches a sender that repeats calls with lost responses',
      expected: 'messages taken twice are seen',
      run: blindRepeat,
    },
    {
      id: 'C3',
      promise: 'If a dispatcher dies, waiting messages are delayed by seconds and no call is repeated',
      expected: 'killed with 100 and more calls under way: those unknown, the rest sent, both within 35 s',
      run: killedDispatcher,
    },
    {
      id: 'C9',
      promise: 'If the provider is unreachable for one number, only that number is delayed',
      expected:
        'refused for 25 s: after 5 s at most ten calls, all messages called within 15 s of its end, 0 lost, other number’s p99 ≤ 1 s',
      run: refusedConnections,
    },
    {
      id: 'C11',
      promise: 'A number whose token is revoked pauses, announces it, and loses nothing',
      expected:
        'error 190: number reported as faulty; beside calls that were under way at the first refusal at most one in 30 s, messages wait',
      run: revokedToken,
    },
    {
      id: 'C4',
      promise: 'A dispatcher that freezes during calls and continues loses and repeats nothing',
      expected:
        'two processes, one stopped for 12 s with leases of 5 s: the other continues, every message read, none taken twice',
      run: stoppedDispatcher,
    },
  ],
}
