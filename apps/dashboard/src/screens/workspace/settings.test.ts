import type { Workspace } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { fieldsOf, inputOf, nextHours } from './settings.ts'

const workspace: Workspace = {
  id: 'ws_1',
  name: 'Shop',
  createdAt: '2026-11-20T08:30:00.000Z',
  settings: {
    optedOutMessages: 'send',
    country: null,
    timeZone: 'UTC',
    hours: null,
    optOutWords: null,
    optInWords: ['START', 'ANFANG'],
    answering: 'anyone',
    answerGoalMinutes: 30,
    unknownPhones: 'exist',
    retentionDays: null,
  },
}
const input = (fields: object) => inputOf({ ...fieldsOf(workspace), ...fields })

describe('the form of a workspace', () => {
  it('sends texts without spaces and empty items, and null for what is empty', () => {
    expect(input({ name: ' Shop North ', optOutWords: 'stop, ende,' })).toMatchObject({
      name: 'Shop North',
      optOutWords: ['stop', 'ende'],
    })
    expect(input({ optInWords: '', answerGoalMinutes: '' })).toMatchObject({
      optInWords: null,
      answerGoalMinutes: null,
    })
  })

  it('offers the same hours for the next day', () => {
    const first = nextHours([])
    expect(first.day).toBe('monday')
    expect(nextHours([{ ...first, from: '10:00' }])).toEqual({ day: 'tuesday', from: '10:00', to: '17:00' })
    expect(nextHours([{ ...first, day: 'sunday' }]).day).toBe('monday')
  })
})
