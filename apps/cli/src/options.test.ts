import { expect, test, vi } from 'vitest'
import { program } from './program.ts'

const forwarded = (...args: string[]) => ['listen', '--forward', 'http://localhost:1', ...args]

test.each([
  [['listen', '--after', '7'], '--after needs --forward'],
  [['listen', '--rehearse', 'whk_1', '--from', '2h'], '--rehearse needs --forward'],
  [['listen', '--forward', 'http://localhost:1', '--speed', '2'], '--speed needs --rehearse'],
  [
    ['listen', '--forward', 'http://localhost:1', '--port', '3001'],
    "'--port <port>' cannot be used with option '--forward",
  ],
  [
    ['listen', '--rehearse', 'whk_1', '--events', 'message:in'],
    "'--events <list>' cannot be used with option '--rehearse",
  ],
  [['import', 'x.csv', '--no-wait', '--errors', 'y.csv'], "'--errors <file>' cannot be used with option '--no-wait'"],
  [['doctor', '--dialect', '--cloud-api'], "'--dialect' cannot be used with option '--cloud-api'"],
  [['send', '--file', 'a.jpg', '--body', 'b.json'], "'--file <path>' cannot be used with option '--body"],
  [['move', 'export.json', '--from', 'waha'], '--from and --from-key are for an address'],
  [['listen', '--forward', 'http://user:pw@localhost:1'], '--forward: pass a user and password with --header'],
  [forwarded('--header', 'X(Secret): a'), '--header: X(Secret): a is not possible'],
  [forwarded('--header', 'X-Name: 日本'), '--header: X-Name: 日本 is not possible'],
  [forwarded('--header', 'Content-Length: 1'), '--header: Content-Length cannot be set'],
  [forwarded('--secret', 's3cret'), '--secret: must be whsec_'],
])('%j is refused before anything is sent', async (args, sentence) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error(written.join(''))
  })
  const env = { POSTHORN_URL: 'http://localhost:1', POSTHORN_TOKEN: 'ph_live_key' }
  await expect(program(env).parseAsync([...args], { from: 'user' })).rejects.toThrow(sentence)
})
