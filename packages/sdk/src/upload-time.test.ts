import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Posthorn } from './index.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A `fetch` that gets no response. It ends with the reason of the signal. */
const silent: typeof fetch = (_, init) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
  })

it.each([
  ['ten minutes', undefined, 600_000],
  ['the time that the caller chose', 5_000, 5_000],
])('an upload has %s', async (_, timeoutMs, ms) => {
  const options = timeoutMs === undefined ? {} : { timeoutMs }
  const posthorn = new Posthorn({ token: 'k', url: 'http://x', retries: 0, fetch: silent, ...options })
  const ended = vi.fn()
  void posthorn.files.create({ file: new Uint8Array(1) }).catch(ended)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})

const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0

it.skipIf(!hasPython)('an upload has as much time in Python', () => {
  const program = `
import json
import posthorn._call as call
from posthorn import ConnectionError, Posthorn
times = []
def refuse(request, timeout):
    times.append(timeout)
    raise OSError
call._opener.open = refuse
for options in ({}, {"timeout": 5}):
    client = Posthorn(token="k", url="http://x", retries=0, **options)
    for use in (client.me.get, lambda: client.files.create(file=b"a")):
        try: use()
        except ConnectionError: pass
print(json.dumps(times))`
  const env = { PATH: process.env['PATH'], PYTHONPATH: fileURLToPath(new URL('../python', import.meta.url)) }
  const printed = execFileSync('python3', ['-B', '-c', program], { env, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([60, 600, 5, 5])
})
