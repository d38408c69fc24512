import type { Automation } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { emptyFields, fieldsOf, inputOf } from './fields.ts'

const stored = (given: Partial<Automation>) =>
  ({
    name: 'Away',
    trigger: 'message_received',
    conditions: {},
    actions: { reply: { message: 'Back at 9.', pauseHours: 3 } },
    ...given,
  }) as Automation

describe('the fields of an automation', () => {
  it.each([
    ['nothing but a reply', {}],
    [
      'every condition',
      {
        conditions: {
          words: ['money back', 'sorry, no'],
          hours: 'closed',
          optedOut: false,
          number: ['num_a'],
          label: ['lbl_a', 'lbl_b'],
          labelExclude: ['lbl_c'],
        },
      },
    ],
    ['a member and labels', { actions: { assign: { member: 'mem_a' }, labels: ['lbl_a'] } }],
    ['turns with a capacity', { actions: { assign: { department: 'dep_a', capacity: 4 } } }],
    [
      'a question for a rating',
      {
        trigger: 'chat_resolved',
        actions: {
          rating: {
            message: 'Well?',
            options: ['Good', 'Okay', 'Bad'],
            button: 'Rate',
            pauseDays: 9,
            answerDays: 2,
            thanks: 'Thank you!',
          },
        },
      },
    ],
    ['turns without one', { actions: { assign: { department: 'dep_a' } } }],
  ] as [string, Partial<Automation>][])('give back what is stored: %s', (_, given) => {
    const { name, trigger, conditions, actions } = stored(given)
    expect(inputOf(fieldsOf(stored(given)))).toEqual({ name, trigger, conditions, actions })
  })

  it('leave out what is empty, and words of a resolved chat, which has no message', () => {
    const resolved = { ...emptyFields, name: ' Bye ', trigger: 'chat_resolved' as const, words: 'thanks', reply: 'Bye' }
    expect(inputOf(resolved)).toEqual({
      name: 'Bye',
      trigger: 'chat_resolved',
      conditions: {},
      actions: { reply: { message: 'Bye', pauseHours: 12 } },
    })
    expect(inputOf({ ...emptyFields, rating: 'Only of a resolved chat' }).actions).toEqual({})
    expect(inputOf({ ...emptyFields, words: ' a, b\n\nc ' }).conditions).toEqual({ words: ['a, b', 'c'] })
  })
})
