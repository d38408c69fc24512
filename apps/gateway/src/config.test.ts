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
    expect(parseConfig(shape, { [name]: 'API.Example.com.,Other.example.:8443' })).toEqual({
      [name]: ['api.example.com', 'other.example:8443'],
    })
    expect(parseConfig(shape, {})).toEqual({ [name]: [] })
    expect(() => parseConfig(shape, { [name]: 'https://api.example.com' })).toThrow(`${name}.0: must be host names`)
  },
)

it('PUBLIC_URL is in ASCII, as headers need it, and names a whole host, as pages and cookies need it', () => {
  const read = (url: string) => parseConfig({ PUBLIC_URL: config.PUBLIC_URL }, { PUBLIC_URL: url }).PUBLIC_URL
  expect(read('https://例え.jp/')).toBe('https://xn--r8jz45g.jp')
  expect(read('HTTPS://Shop.example:443//')).toBe('https://shop.example')
  expect(read('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  for (const shared of ['https://shop.example/posthorn', 'https://ada@shop.example'])
    expect(() => read(shared)).toThrow('PUBLIC_URL: must have no path and no user')
  for (const wrong of ['https://shop.example/?a=1', 'https://shop.example/#a', 'ftp://shop.example', 'shop.example'])
    expect(() => read(wrong)).toThrow('PUBLIC_URL: ')
})
