import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Answer, type Receiver, startHttpServer, startReceiver } from '@posthorn/test-servers'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../python', import.meta.url))
const version = 'import sys; sys.exit(sys.version_info < (3, 11))'
const hasPython = spawnSync('python3', ['-c', version], { stdio: 'ignore' }).status === 0

let server: Receiver
beforeEach(async () => {
  server = await startReceiver()
})
afterEach(() => server.stop())

/** Runs a program with a client called `posthorn`. Returns what it printed as JSON. */
function python(program: string, ...args: string[]): Promise<unknown> {
  const lines = `import json, sys\nfrom posthorn import *\nposthorn = Posthorn(token="ph_live_key", url=sys.argv[1])\n${program}`
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return new Promise((resolve, reject) => {
    execFile('python3', ['-c', lines, server.url, ...args], { env }, (failure, out, errors) =>
      failure === null ? resolve(JSON.parse(out)) : reject(new Error(errors, { cause: failure })),
    )
  })
}

const four = (answer: Answer) => Array<Answer>(4).fill(answer)

const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000))

const json = (value: unknown, headers: Record<string, string> = {}) => ({ headers, body: JSON.stringify(value) })

describe.skipIf(!hasPython)('the Python SDK', () => {
  it('repeats a POST after 429, 5xx, a lost connection, a truncated answer and a page that is not JSON with the same Idempotency-Key, and reads the refusal', async () => {
    const limited = { status: 429, ...json({ errorCode: 'rate:limited', retryable: true }, { 'retry-after': '1' }) }
    const invalid = {
      status: 400,
      ...json({ errorCode: 'request:invalid', requestId: 'req_1', errors: [{ path: 'phone' }] }),
    }
    const truncated = json({}, { 'content-length': '99', connection: 'close' })
    const page = { body: '<html>Maintenance</html>' }
    const answers = [limited, { status: 502 }, { drop: true }, truncated, page, json({ id: 'msg_1' }), invalid]
    server.respondWith((_, index) => answers[index] ?? {})
    const printed = await python(`
sent = posthorn.with_options(retries=5).messages.send(phone="+4915112345678", message="It's \\"here\\": 👋")
try:
    posthorn.with_options(idempotency_key="order-1").messages.send(phone="1")
except ApiError as error:
    print(json.dumps([sent["id"], error.status, error.error_code, error.request_id, error.errors, error.retryable, str(error)]))`)
    const line = 'The server responded with 400. (request:invalid in phone, request req_1)'
    expect(printed).toEqual(['msg_1', 400, 'request:invalid', 'req_1', [{ path: 'phone' }], false, line])
    const [first, ...rest] = server.requests
    expect(first?.json).toEqual({ phone: '+4915112345678', message: 'It\'s "here": 👋' })
    expect(first?.headers['token']).toBe('ph_live_key')
    const keys = rest.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([...Array(5).fill(first?.headers['idempotency-key']), 'order-1'])
    expect((rest[0]?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('repeats a DELETE with the same key when the API says so, at the time that the server means', async () => {
    const date = (inMs: number) => new Date(Date.parse('2031-05-01') + inMs).toUTCString()
    const busy = json({ errorCode: 'chat:sending', retryable: true }, { date: date(0), 'retry-after': date(2_000) })
    server.respondWith((_, index) => (index === 0 ? { status: 409, ...busy } : json({ removed: true })))
    expect(await python('print(json.dumps(posthorn.contacts.remove(id="con_1")))')).toEqual({ removed: true })
    const [first, second] = server.requests
    expect(first?.headers['idempotency-key']).toMatch(/^\S{36}$/)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(1_990)
  })

  it('raises ApiError if a list or a value is a page that is not JSON', async () => {
    const answers = ['<html>Sign in</html>', '{}', '', '{"id":'].map((body) => ({ body }))
    server.respondWith((_, index) => answers[index] ?? {})
    const printed = await python(`
impatient, lines = posthorn.with_options(retries=0), []
for call in [impatient.contacts.list().page, impatient.contacts.list().page, impatient.me.get, impatient.me.get]:
    try: call()
    except ApiError as error: lines.append([error.status, error.error_code, str(error).split(":")[0]])
print(json.dumps(lines))`)
    expect(printed).toEqual(
      answers.map(() => [200, 'http:200', 'The server responded with 200, but not as the API does']),
    )
  })

  it('ends following an address that is not the API, and waits for an installation that is away', async () => {
    const html = { 'content-type': 'text/html' }
    const foreign = { status: 404, body: '{"errors":["bad"]}' }
    const pages = [
      { body: '<html>', headers: html },
      json({}),
      { status: 404, body: '<html>' },
      { status: 301 },
      foreign,
    ]
    const events = json([{ sequence: 1 }])
    const away = [...four({ drop: true }), events, ...four(pages[0] ?? {}), events]
    server.respondWith(({ path }, index) => pages[Number(path[1])] ?? away[index] ?? {})
    const printed = await python(`
lines = []
for at in range(5):
    try: next(Posthorn(token="k", url=f"{sys.argv[1]}/{at}").events.follow(after=0))
    except ApiError as error: lines.append([error.status, "check that url is the address" in str(error)])
print(json.dumps(lines))`)
    expect(printed).toEqual([
      [200, true],
      [200, true],
      [404, true],
      [301, true],
      [404, true],
    ])
    const asked = server.requests.length
    server.respondWith((_, index) => away[index - asked] ?? {})
    expect(
      await python(`
log = posthorn.events.follow(after=0)
print(json.dumps([next(log)["sequence"], next(log)["sequence"]]))`),
    ).toEqual([1, 1])
  }, 60_000)

  it('follows an installation that asks for a long wait a random time later than it asks for, but after at most an hour', async () => {
    const busy = (seconds: string) => ({ status: 503, headers: { 'retry-after': seconds } })
    const page = { headers: { 'retry-after': '120' }, body: '<html>Maintenance</html>' }
    const logs = [8, 9, 10].map((sequence) => json([{ sequence }]))
    const answers = [busy('90'), logs[0], busy('1e300'), logs[1], page, logs[2]]
    server.respondWith((_, index) => answers[index] ?? {})
    const printed = await python(`
import random, time
waits, log = [], posthorn.events.follow(after=7)
time.sleep, random.uniform = waits.append, lambda low, high: low
print(json.dumps([next(log)["sequence"], next(log)["sequence"], next(log)["sequence"], waits]))`)
    expect(printed).toEqual([8, 9, 10, [90.125, 3600, 120.125]])
  })

  it('raises ApiError if a download is the page of a proxy, but not if it is an HTML file', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const file = { headers: { ...html, 'content-disposition': 'attachment' }, body: 'file' }
    server.respondWith((_, index) => (index === 1 ? file : { headers: html, body: 'page' }))
    const printed = await python(`
text = posthorn.files.download(id="file_1").read().decode()
try: posthorn.with_options(retries=0).contacts.export()
except ApiError as error: print(json.dumps([text, error.status, error.error_code]))`)
    expect(printed).toEqual(['file', 200, 'http:200'])
  })

  it('raises ConnectionError if the whole answer takes longer than the timeout, also one that trickles', async () => {
    await using slow = await startHttpServer((_, res) => {
      res.writeHead(200, { 'content-length': '1000' })
      const drip = setInterval(() => res.write('['), 50)
      res.on('close', () => clearInterval(drip))
    })
    const printed = await python(
      `
try: Posthorn(token="k", url=sys.argv[2], timeout=0.5, retries=0).me.get()
except ConnectionError as error: print(json.dumps("failed: " in str(error)))`,
      slow.url,
    )
    expect(printed).toBe(true)
  })

  it('goes through pages, writes queries and paths, and follows the log after an outage', async () => {
    const page = json([{ id: 'con_1' }], { link: '<https://elsewhere.example/x?cursor=c%2F2>; rel="next"' })
    const event = (sequence: number) => ({ sequence })
    const answers = [page, json([{ id: 'con_2' }]), json([event(8)]), { drop: true }, json([event(9)]), json({})]
    server.respondWith((_, index) => answers[index] ?? {})
    const printed = await python(`
ids = [contact["id"] for contact in posthorn.contacts.list(tag=["a", "b"], field={"plan": "gold"}, blocked=False)]
for event in posthorn.events.follow(after=7, events=["message:*"]):
    ids.append(event["sequence"])
    if event["sequence"] == 9: break
posthorn.messages.get(id="msg/../x")
print(json.dumps(ids))`)
    expect(printed).toEqual(['con_1', 'con_2', 8, 9])
    const paths = server.requests.map(({ path }) => path)
    expect(paths[0]).toBe('/v1/contacts?tag=a&tag=b&field%5Bplan%5D=gold&blocked=false')
    expect(paths[1]).toBe(`${paths[0]}&cursor=c%2F2`)
    expect(paths.slice(2, 5).map((path) => new URL(path, server.url).searchParams.get('after'))).toEqual([
      '7',
      '8',
      '8',
    ])
    expect(paths[5]).toBe('/v1/messages/msg%2F..%2Fx')
  })

  it('takes URL and key from the environment, and shows status, headers and request id of every response', async () => {
    const limits = { 'x-request-id': 'req_2', 'ratelimit-remaining': '9' }
    server.respondWith((_, index) => (index === 0 ? { status: 502 } : json({}, limits)))
    const printed = await python(`
import os
os.environ["POSTHORN_URL"], os.environ["POSTHORN_TOKEN"] = sys.argv[1], "ph_live_variable"
lines = []
log = lambda it: lines.append([it.method, it.status, it.attempt, it.request_id, it.headers.get("ratelimit-remaining"), it.seconds > 0])
Posthorn(on_response=log).me.get()
del os.environ["POSTHORN_TOKEN"]
try: Posthorn()
except ValueError as error: lines.append(str(error))
try: Posthorn(token="k", url="localhost:3000")
except ValueError as error: lines.append(str(error))
print(json.dumps(lines))`)
    expect(printed).toEqual([
      ['GET', 502, 1, null, null, true],
      ['GET', 200, 2, 'req_2', '9', true],
      'token is required: pass it, or set POSTHORN_TOKEN',
      'url must begin with http:// or https://',
    ])
    expect(server.requests.map(({ headers }) => headers['token'])).toEqual(['ph_live_variable', 'ph_live_variable'])
  })

  it('makes no request with an id that would address a different operation', async () => {
    const printed = await python(`
def refusal(label):
  try: return posthorn.labels.remove_from_chat(id="chat_1", label=label)
  except TypeError: return label
print(json.dumps([refusal(each) for each in ["", ".", ".."]]))`)
    expect([printed, server.requests]).toEqual([['', '.', '..'], []])
  })

  it('uploads bytes as a form with its fields', async () => {
    server.respondWith(json({ id: 'imp_1' }))
    await python(
      'print(json.dumps(posthorn.imports.create(file="Tel;1\\n".encode(), mapping={"Tel": "phone"}, tags=["a", "b"])))',
    )
    const [request] = server.requests
    const headers = { 'content-type': request?.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(request?.body ?? []), { headers }).formData()
    expect(JSON.parse(form.get('mapping') as string)).toEqual({ Tel: 'phone' })
    expect(form.getAll('tags')).toEqual(['a', 'b'])
    expect(await (form.get('file') as File).text()).toBe('Tel;1\n')
  })

  it('uploads a file whose name on disk is not UTF-8', async () => {
    server.respondWith(json({ id: 'file_1' }))
    const bytes = 'os.fsencode(folder) + b"/\\xe4.txt"'
    await python(`
import os, tempfile
with tempfile.TemporaryDirectory() as folder:
    with open(os.fsdecode(${bytes}), "w+b") as file: print(json.dumps(posthorn.files.create(file=file)))`)
    expect(server.requests[0]?.body.toString()).toContain('filename="?.txt"')
  })

  it('verifies a webhook that the reference library signed, and refuses another body and an old one', async () => {
    const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
    const body = JSON.stringify({ id: 'evt_1', data: { message: 'Grüße 👋' } })
    const deliveries = [new Date(), new Date(Date.now() - 400_000)].map((at) => ({
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': unixSeconds(at),
      'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
    }))
    const program = `
body, secret, (new, old) = sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
def verified(headers, body):
    try: return verify_webhook(headers=headers, body=body, secret=secret)["id"]
    except SignatureError: return None
from email.message import Message
message = Message()
for name, value in new.items(): message[name] = value
print(json.dumps([verified(new, body), verified(message, body.encode()), verified(new, body + " "), verified(old, body), verified({}, body)]))`
    // A secret that is read from a file ends with a newline.
    expect(await python(program, body, `${secret}\n`, JSON.stringify(deliveries))).toEqual([
      'evt_1',
      'evt_1',
      null,
      null,
      null,
    ])
  })

  it.each(['a secret!', '', 'whsec_'])('refuses to verify with %j, which is no signing secret', async (secret) => {
    const program = `
try: verify_webhook(headers={"webhook-timestamp": str(int(__import__("time").time()))}, body="{}", secret=sys.argv[2])
except ValueError as error: print(json.dumps(str(error)))`
    expect(await python(program, secret)).toBe('secret must be a signing secret, whsec_…')
  })

  it('refuses a webhook whose signed body is not JSON, and one whose time is no time, with the same error as others', async () => {
    const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
    const at = new Date()
    const deliveries = ['', 'not JSON', '{"id":'].map((body) => {
      const signature = new Webhook(secret).sign('evt_1', at, body)
      return [body, { 'webhook-id': 'evt_1', 'webhook-timestamp': unixSeconds(at), 'webhook-signature': signature }]
    })
    const times = ['9'.repeat(400), '9'.repeat(5000), '1.5', '-1'].map((time) => ['{}', { 'webhook-timestamp': time }])
    const program = `
def refusal(headers, body):
    try: verify_webhook(headers=headers, body=body, secret=sys.argv[2])
    except SignatureError as error: return str(error)
print(json.dumps([refusal(headers, body) for body, headers in json.loads(sys.argv[3])]))`
    expect(await python(program, secret, JSON.stringify([...deliveries, ...times]))).toEqual([
      ...deliveries.map(() => 'The body of the webhook is not JSON.'),
      ...times.map(() => 'The timestamp of the webhook is too old, too new or not a number.'),
    ])
  })
})
