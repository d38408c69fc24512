import { beforeAll, describe, expect, it } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { addWords, chooseWords } from '../../words/words.ts'
import { canSendOf, nameStatusOf, throughputOf } from './statuses.ts'

describe('what WhatsApp reports of a number', () => {
  beforeAll(() => {
    chooseWords('en', en)
    addWords(deskWords)
  })

  it('is said in words', () => {
    expect(['APPROVED', 'PENDING_REVIEW', 'DECLINED'].map(nameStatusOf)).toEqual(['Approved', 'In review', 'Rejected'])
    expect(['AVAILABLE', 'LIMITED', 'BLOCKED'].map(canSendOf)).toEqual(['Everything', 'With limits', 'Nothing'])
    expect(['STANDARD', 'HIGH'].map(throughputOf)).toEqual(['80 messages per second', '1,000 messages per second'])
  })

  it('stays as it is where it has no words here, and is absent where it is not known', () => {
    expect([nameStatusOf('NEW_STATE'), canSendOf('NEW_STATE'), throughputOf('TURBO')]).toEqual([
      'NEW_STATE',
      'NEW_STATE',
      'TURBO',
    ])
    expect([nameStatusOf(null), canSendOf(null), throughputOf(null)]).toEqual([null, null, null])
  })
})
