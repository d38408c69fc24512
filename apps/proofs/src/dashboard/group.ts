import type { Group } from '../check.ts'
import { loadsWithinBudget } from './budget.ts'
import { staysClosed } from './closed.ts'
import { staysTheSame } from './live.ts'
import { doubleSendIsCaught, sendsOnce } from './sends.ts'
import { movesSmoothly } from './smooth.ts'
import { showsSoon } from './soon.ts'
import { stalePageIsCaught } from './stale.ts'

/** K: the dashboard loads little, is never stale, and is closed. Sessions and roles are H11, H12 and H14. */
export const dashboard: Group = {
  name: 'dashboard',
  title: 'K. Dashboard',
  checks: [
    {
      id: 'K1',
      promise: 'The inbox loads little and soon, and other screens add little',
      expected:
        'first load ≤ 250,000 bytes of scripts and styles in gzip, ≤ 45 requests, usable after ≤ 5 s; each other screen ≤ 80,000 bytes more',
      run: loadsWithinBudget,
    },
    {
      id: 'K2',
      promise: 'Browsers of several members show what the API answers, whatever breaks',
      expected:
        'two browsers, after one was offline, 1,200 messages behind, loaded anew, and a killed gateway: chats, unread counts, messages and statuses as the API; offline is shown',
      run: staysTheSame,
    },
    {
      id: 'K2-twin',
      promise: 'The comparison of K2 catches a page that gets no events',
      expected: 'what happened meanwhile is named as a difference',
      run: stalePageIsCaught,
    },
    {
      id: 'K3',
      promise: 'The dashboard asks no other host and runs no script but its own',
      expected: 'every screen: 0 requests elsewhere, 0 errors of the console; a script in the page is refused',
      run: staysClosed,
    },
    {
      id: 'K4',
      promise: 'The words of a customer are on the screen within a second',
      expected: '60 messages: from the call to the painted words p95 ≤ 1 s',
      run: showsSoon,
    },
    {
      id: 'K5',
      promise: 'The inbox moves smoothly among 100,000 chats, and screens change at once',
      expected: 'scrolled: 60 frames a second, at most 60 rows in the page; from a click to the next screen ≤ 100 ms',
      run: movesSmoothly,
    },
    {
      id: 'K6',
      promise: 'A text that is written in the dashboard is sent once, whatever keys are pressed and whatever breaks',
      expected:
        '40 plays of keys, reloads and two tabs by chance, with latency, lost requests and responses, and a killed gateway: the API shows each text exactly once',
      run: sendsOnce,
    },
    {
      id: 'K6-twin',
      promise: 'The check of K6 catches a page that tries again with another key',
      expected: 'a text whose response was lost is found twice',
      run: doubleSendIsCaught,
    },
  ],
}
