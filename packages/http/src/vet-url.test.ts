import { describe, expect, it } from 'vitest'
import { urlProblem, vetUrl } from './vet-url.ts'

const strict = { allowPrivate: false }

const loopback = [
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://0.0.0.0/',
  'https://①②⑦.0.0.1/',
  'https://[::]/',
  'https://[::1]/',
  'https://１２７.0.0.1/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://127.0.1/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[fe80::1]/',
  'https://%31%32%37.0.0.1/',
  'https://127。0。0。1/',
  'HTTPS://LOCALHOST/',
  'https://localhost./',
  'https://①②⑦.⓪.⓪.①/',
]

const others = [
  'https://10.0.0.8/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://app.localhost/',
  'https://APP.LocalHost./',
  'https://intranet/',
  'https://db.internal./',
  'https://db.internal../',
  'https://db.internal.../',
  'https://.example.com/',
  'https://example..com/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'gopher://example.com:6379/',
  'https://good@127.0.0.1/',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'https://:x@example.com/',
  'https://example.com:80/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:1023/',
  'https://example.com:6379/',
  'https://example.com:5432/',
  'https://example.com:4222/',
  'https://example.com:0/',
  `https://${'a.'.repeat(130)}com/`,
  'https://',
  'not a url',
  '',
  '//example.com',
  'https://[fe80::1%25eth0]/',
  'https:///',
]

describe('urlProblem', () => {
  it.each([...loopback, ...others])('%s is refused', (url) =>
    expect(urlProblem(url, strict)).toEqual(expect.any(String)),
  )

  it.each([
    'https://example.com/',
    'https://example.com./hooks',
    'https://sub.example.co.uk/a?b=c',
    'https://8.8.8.8/x',
    'https://example.com:443/',
    'https://example.com:8443/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
  ])('%s may be called', (url) => expect(urlProblem(url, strict)).toBeNull())

  it('on one machine of a developer, http and private addresses are fine, odd schemes and userinfo are not', () => {
    const lenient = { allowPrivate: true }
    expect(urlProblem('http://127.0.0.1:4001/hook', lenient)).toBeNull()
    expect(urlProblem('http://localhost/hook', lenient)).toBeNull()
    expect(urlProblem('file:///etc/passwd', lenient)).toBe('it is not https')
    expect(urlProblem('http://user@localhost/', lenient)).toBe('it carries a user name or password')
  })

  it('the refusal names why', () => {
    expect(() => vetUrl('https://0x7f.1/', strict)).toThrow('127.0.0.1 is not a public address')
    expect(vetUrl('https://example.com/a', strict).hostname).toBe('example.com')
  })
})
