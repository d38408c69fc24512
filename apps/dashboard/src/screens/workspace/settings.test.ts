import type { Workspace } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { changesOf, fieldsOf, nextHours } from './settings.ts'

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
const before = fieldsOf(workspace)
const changes = (fields: object) => changesOf(before, { ...before, ...fields })

describe('the form of a workspace', () => {
  it('changes nothing as long as no one has', () => {
    expect(changes({})).toEqual({})
  })

  it('sends what was changed and nothing else, so that a colleague keeps what they changed meanwhile', () => {
    expect(changes({ name: ' Shop North ' })).toEqual({ name: 'Shop North' })
    expect(changes({ country: 'DE', answering: 'assignee' })).toEqual({
      settings: { country: 'DE', answering: 'assignee' },
    })
    expect(changes({ optOutWords: 'stop, ende,' })).toEqual({ settings: { optOutWords: ['stop', 'ende'] } })
  })

  it('clears what is emptied', () => {
    expect(changes({ optInWords: '', answerGoalMinutes: '' })).toEqual({
      settings: { optInWords: null, answerGoalMinutes: null },
    })
  })

  it('offers the same hours for the next day', () => {
    const first = nextHours([])
    expect(first.day).toBe('monday')
    expect(nextHours([{ ...first, from: '10:00' }])).toEqual({ day: 'tuesday', from: '10:00', to: '17:00' })
    expect(nextHours([{ ...first, day: 'sunday' }]).day).toBe('monday')
  })
})
