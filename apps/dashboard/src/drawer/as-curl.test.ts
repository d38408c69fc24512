import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { asCurl } from './requests.tsx'

const request = { id: 1, screen: '/app/x', method: 'GET', path: '/v1/chats?size=5', at: 0 }

/** Returns the words that a shell would pass to the command. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `POSTHORN_TOKEN=mine; curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

describe('a request as curl', () => {
  it('has address and key, and whatever a text holds reaches the API unchanged', () => {
    expect(wordsOf(asCurl(request, 'https://x.example'))).toEqual([
      'https://x.example/v1/chats?size=5',
      '-H',
      'Token: mine',
    ])
    const body = JSON.stringify({ message: `It's $HOME \`date\` "quoted" \\ and\nmore` })
    const words = wordsOf(asCurl({ ...request, method: 'POST', body }, 'https://x.example'))
    expect(words.slice(0, 2)).toEqual(['-X', 'POST'])
    expect(words.at(-1)).toBe(body)
  })

  it('has a place for a body that was left out', () => {
    expect(asCurl({ ...request, method: 'POST', omitted: 'file' }, '')).toContain('-F file=@<path>')
    expect(asCurl({ ...request, method: 'POST', omitted: 'secret' }, '')).toContain('-d @<file>')
  })
})
