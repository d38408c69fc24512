import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const program = `import json, sys
from posthorn import ApiError, Posthorn

url, token, text = sys.argv[1:]
posthorn = Posthorn(url=url, token=token)
sent = posthorn.messages.send(phone="+4915120000442", message=text)
for event in posthorn.events.follow(after=0, events=["message:ack"]):
    if event["data"]["id"] == sent["id"] and event["data"]["ack"] in ("delivered", "read"):
        break
file = posthorn.files.create(file=b"Opening hours: 9 to 18", filename="hours.txt")
with posthorn.files.download(id=file["id"]) as answer:
    content = answer.read().decode()
found = [message["message"] for message in posthorn.messages.list(size=1, chat=sent["chat"])]
try:
    posthorn.messages.get(id="msg_01k5v2s8xgf9hb3m4q7r8t9w0y")
except ApiError as refusal:
    print(json.dumps({"content": content, "found": found, "code": refusal.error_code}))
`

const needed = 'import sys, pip, venv; sys.exit(sys.version_info < (3, 11))'
const hasPython = spawnSync('python3', ['-c', needed], { stdio: 'ignore' }).status === 0

function run(folder: string, args: readonly string[], command = 'python3'): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

export function pythonSdk(system: () => RunningSystem): void {
  const title =
    'the Python SDK is packed as a wheel, installed into an empty environment without network, and sends a message'
  test.skipIf(!hasPython)(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-python-'))
    try {
      cpSync(join(repositoryRoot, 'packages/sdk/python'), join(folder, 'source'), { recursive: true })
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-cache-dir']
      run(folder, [...pip, 'wheel', '--no-index', '--no-deps', '--wheel-dir', 'wheels', './source'])
      const [wheel = ''] = readdirSync(join(folder, 'wheels'))
      run(folder, ['-m', 'venv', '--without-pip', 'environment'])
      const inside = join(folder, 'environment/bin/python')
      run(folder, [...pip, '--python', inside, 'install', '--no-index', join('wheels', wheel)])
      const text = 'It\'s "$HOME" `id` #{1} 👋\nsecond line'
      const { url, key } = system().account
      const printed: unknown = JSON.parse(run(folder, ['-I', '-c', program, url, key, text], inside))
      expect(printed).toEqual({ content: 'Opening hours: 9 to 18', found: [text], code: 'message:not_found' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
