import { describe, expect, it } from 'vitest'
import { filledText, valuesByName, variablesOf } from './text.ts'

describe('the words of a sent template', () => {
  it('are the same as those that were written, by position and by name', () => {
    const cases: [body: string, names: string[], values: Record<string, string>][] = [
      ['Hello {{1}}, it is {{2}}.', ['1', '2'], { 1: 'Ada', 2: 'ready' }],
      ['Hello {{first_name}}, {{ day }}.', ['first_name', 'day'], { first_name: 'Ada', day: 'Friday' }],
    ]
    for (const [body, names, values] of cases)
      expect(filledText(body, valuesByName(variablesOf(names, values)))).toBe(filledText(body, values))
  })

  it('keep the names of variables without values that are called like members of objects', () => {
    const names = ['constructor', 'toString', '__proto__']
    const body = names.map((name) => `{{${name}}}`).join(' ')
    expect(filledText(body, {})).toBe(body)
    expect(variablesOf(names, {})).toEqual(Object.fromEntries(names.map((name) => [name, ''])))
  })

  it('keep the name of a variable that has no value', () => {
    expect(filledText('Hello {{1}}.', valuesByName(undefined))).toBe('Hello {{1}}.')
  })
})
