import { parseConfig } from '@posthorn/chassis'
import { expect, it } from 'vitest'
import { config } from './config.ts'

it.each(['DIALECT_HOSTS', 'GRAPH_HOSTS'] as const)(
  '%s takes host names, and refuses addresses, which no request names',
  (name) => {
    const shape = { [name]: config[name] }
    expect(parseConfig(shape, { [name]: 'api.example.com, localhost:3000' })).toEqual({
      [name]: ['api.example.com', 'localhost:3000'],
    })
    expect(parseConfig(shape, {})).toEqual({ [name]: [] })
    expect(() => parseConfig(shape, { [name]: 'https://api.example.com' })).toThrow(`${name}.0: must be host names`)
  },
)
