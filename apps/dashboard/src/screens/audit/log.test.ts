import type { AuditEntry } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { addWords } from '../../words/words.ts'
import { inputOf, operationChoices, operationName, targetName } from './log.ts'

describe('the filter of the audit log', () => {
  it('has whole days of the viewer, the last one included', () => {
    const { createdAfter: from, createdBefore: to } = inputOf({ from: '2026-11-01', to: '2026-11-30' })
    expect(from).toBe(new Date(2026, 10, 1).toISOString())
    expect(to).toBe(new Date(2026, 11, 1).toISOString())
  })

  it('takes several operations, and leaves out what is empty or no day', () => {
    expect(inputOf({ operation: 'keys.create, keys.revoke', target: '', from: 'yesterday' })).toEqual({
      operation: ['keys.create', 'keys.revoke'],
    })
    expect(inputOf({ operation: ',' })).toEqual({})
  })
})

addWords(deskWords)

describe('an operation of the audit log', () => {
  it('is said in words, unless it is newer than the dashboard', () => {
    expect(['webhooks.create', 'session.refused', 'ships.sink'].map(operationName)).toEqual([
      'Created a webhook',
      'Failed to sign in',
      'ships.sink',
    ])
  })

  it('can be chosen by its name, which can stand for two', () => {
    const choices = operationChoices('')
    const labels = choices.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b)))
    expect(choices).toContainEqual({ value: 'keys.create,workspaceKeys.create', label: 'Created an API key' })
  })

  it('stays chosen when a link asks for others together', () => {
    const asked = 'keys.create, keys.revoke,'
    expect(operationChoices(asked)[0]).toEqual({ value: asked, label: 'Created an API key, Revoked an API key' })
    expect(operationChoices(' ,')).toEqual(operationChoices(''))
  })
})

describe('the object of an entry', () => {
  const entry = { target: 'key_1', given: {}, changes: [] } as unknown as AuditEntry
  const change = (id: string, name: string) => ({ thing: 'api_key', id, before: null, after: { name } })

  it('has the name that it had then, else the current one', () => {
    const names = new Map([['key_1', 'Till']])
    expect(targetName({ ...entry, changes: [change('key_2', 'Shop'), change('key_1', 'Desk')] }, names)).toBe('Desk')
    expect(targetName({ ...entry, given: { name: 'Desk' } }, names)).toBe('Desk')
    expect(targetName(entry, names)).toBe('Till')
    expect(targetName(entry, new Map())).toBeUndefined()
  })

  it('is not called by a hash', () => {
    expect(targetName({ ...entry, changes: [change('key_1', '#x3kB')] }, new Map())).toBeUndefined()
  })
})
