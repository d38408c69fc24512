import { describe, expect, it } from 'vitest'
import { deskWords as german } from '../../words/de/desk.ts'
import { firstWords as de } from '../../words/de/first.ts'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { chooseWords } from '../../words/words.ts'
import { categoryOf, faultsOf, rejectionOf, stateOfTemplate, variablesIn } from './template.ts'

const good = {
  name: 'parcel_on_its_way',
  language: 'en',
  header: '',
  body: 'Hello {{1}}, parcel {{2}} is on its way.',
  footer: '',
  samples: { 1: 'Ada', 2: '4711' },
}
const faults = (changes: object) => faultsOf({ ...good, ...changes })

describe('the rules of a template', () => {
  it('hold for variables by position and by name, each with a sample', () => {
    expect(faults({})).toEqual([])
    expect(faults({ body: 'Hello {{first_name}}!', samples: { first_name: 'Ada' } })).toEqual([])
    expect(variablesIn('{{ 2 }} and {{1}} and {{2}}')).toEqual(['2', '1'])
  })

  it('name what the provider refuses', () => {
    expect(faults({ name: 'Parcel!' })).toEqual(['name'])
    expect(faults({ body: 'Hello {{2}}, parcel {{1}} is here.' })).toEqual(['order'])
    expect(faults({ body: 'Hello {{1}}, from {{shop}} today.', samples: { 1: 'Ada', shop: 'Us' } })).toEqual(['order'])
    expect(faults({ body: 'Your parcel is {{1}}' })).toEqual(['edge'])
    expect(faults({ body: 'Hello {{1}} {{2}} there.' })).toEqual(['neighbors'])
    expect(faults({ samples: { 1: 'Ada' } })).toEqual(['samples'])
    expect(faults({ body: 'Hello {{constructor}}!', samples: {} })).toEqual(['samples'])
  })

  it('are silent about a form that is still empty', () => {
    expect(faultsOf({ name: '', language: '', header: '', body: '', footer: '', samples: {} })).toEqual([])
  })
})

it('says statuses, categories and refusals of templates in words of the language', () => {
  chooseWords('de', { ...de, ...german })
  expect(stateOfTemplate('APPROVED')).toEqual({ tone: 'good', text: 'Genehmigt' })
  chooseWords('en', { ...en, ...deskWords })
  expect(stateOfTemplate('PENDING')).toEqual({ tone: 'warn', text: 'In review' })
  expect(categoryOf({ category: 'UTILITY' })).toBe('Utility')
  expect(rejectionOf('INVALID_FORMAT')).toContain('form')
})

it('shows what WhatsApp adds one day as WhatsApp names it, and no reason where there is none', () => {
  expect(stateOfTemplate('HALF_APPROVED')).toEqual({ tone: 'quiet', text: 'HALF_APPROVED' })
  expect(categoryOf({ category: 'SERVICE' })).toBe('SERVICE')
  expect([rejectionOf('NONE'), rejectionOf(null), rejectionOf('OTHER')]).toEqual([undefined, undefined, 'OTHER'])
})
