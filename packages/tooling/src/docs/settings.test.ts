import { fileURLToPath } from 'node:url'
import { unknownSettings } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

// The launcher keeps its own settings from the services.
const { chassis = [], start: _, ...own } = await readSettings(fileURLToPath(new URL('../../../..', import.meta.url)))
const alone = ['directory', 'simulator']
const programs = Object.entries(own).map(([program, list]) => ({
  program,
  names: [...(alone.includes(program) ? [] : chassis), ...list].map(({ name }) => name),
}))
const all = [...new Set(programs.flatMap(({ names }) => names))]

describe('settings', () => {
  it('of one program are no mistakes to another: all may be given the same file of settings', () => {
    const given = Object.fromEntries(all.map((name) => [name, 'x']))
    const odd = programs.flatMap(({ program, names }) =>
      unknownSettings(names, given).map(([name, message]) => `${program}: ${name} ${message}`),
    )
    expect(odd).toEqual([])
  })

  it('written with any one mistake are refused by each program that has them', () => {
    const missed = programs.flatMap(({ program, names }) =>
      names
        .filter((name) => name.length >= 6)
        .flatMap((name) => mistakes(name).map((given) => ({ name, given })))
        .filter(({ given }) => !names.includes(given))
        .filter(({ given }) => unknownSettings(names, { [given]: 'x' }).length === 0)
        .map(({ given }) => `${program}: ${given}`),
    )
    expect(missed).toEqual([])
  })
})

/**
 * Returns misspellings of a name: in lowercase, without its second character, with its first two swapped, with an extra character at the
 * end, and with a different last character.
 */
const mistakes = (name: string): string[] => [
  name.toLowerCase(),
  `${name[0]}${name.slice(2)}`,
  `${name[1]}${name[0]}${name.slice(2)}`,
  `${name}S`,
  `${name.slice(0, -1)}-`,
]
