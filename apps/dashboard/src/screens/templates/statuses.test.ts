import { expect, it } from 'vitest'
import { deskWords as german } from '../../words/de/desk.ts'
import { firstWords as de } from '../../words/de/first.ts'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { chooseWords } from '../../words/words.ts'
import { categoryOf, refusalOf, stateOfTemplate } from './template.ts'

it('says statuses, categories and refusals of templates in words of the language', () => {
  chooseWords('de', { ...de, ...german })
  expect(stateOfTemplate('APPROVED')).toEqual({ tone: 'good', text: 'Genehmigt' })
  chooseWords('en', { ...en, ...deskWords })
  expect(stateOfTemplate('PENDING')).toEqual({ tone: 'warn', text: 'In review' })
  expect(categoryOf({ category: 'UTILITY' })).toBe('Utility')
  expect(refusalOf('INVALID_FORMAT')).toContain('form')
})

it('shows what WhatsApp adds one day as WhatsApp names it, and no reason where there is none', () => {
  expect(stateOfTemplate('HALF_APPROVED')).toEqual({ tone: 'quiet', text: 'HALF_APPROVED' })
  expect(categoryOf({ category: 'SERVICE' })).toBe('SERVICE')
  expect([refusalOf('NONE'), refusalOf(null), refusalOf('OTHER')]).toEqual([undefined, undefined, 'OTHER'])
})
