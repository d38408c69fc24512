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
    expect(input({ name: ' Shop North ', optOutWords: ' stop \n\nno, thanks' })).toMatchObject({
      name: 'Shop North',
      optOutWords: ['stop', 'no, thanks'],
    })
    expect(input({ optInWords: '', answerGoalMinutes: '' })).toMatchObject({
      optInWords: null,
      answerGoalMinutes: null,
    })
  })

  it('gives back a word with a comma as it is stored', () => {
    const words = { optOutWords: ['no, thanks', 'stop'] }
    const stored = { ...workspace, settings: { ...workspace.settings, ...words } }
    expect(inputOf(fieldsOf(stored))).toMatchObject(words)
  })

  it('offers the same hours for the next day', () => {
    const first = nextHours([])
    expect(first.day).toBe('monday')
    expect(nextHours([{ ...first, from: '10:00' }])).toEqual({ day: 'tuesday', from: '10:00', to: '17:00' })
    expect(nextHours([{ ...first, day: 'sunday' }]).day).toBe('monday')
  })
})
