import { withholdConsole } from '@posthorn/chassis'
import { inTime } from '../host.ts'
import type { Part } from '../parts.ts'
import { prepare } from '../preparation.ts'
import { lineOf } from '../start-error.ts'
import type { Reply, Request, Waiting } from './protocol.ts'
import { loadParts, type RunningPart, startPart } from './start-part.ts'

const running = new Map<Part, RunningPart>()

const send = (reply: Reply | Waiting) => {
  if (process.connected) process.send?.(reply)
}
const say = (waiting: string) => send({ waiting })

async function replyTo(request: Request): Promise<Reply> {
  const { id } = request
  try {
    if ('stop' in request) {
      await inTime(running.get(request.stop)?.stop() ?? Promise.resolve())
      running.delete(request.stop)
      return { id, stopped: true }
    }
    if ('prepare' in request) return { id, prepared: await prepare(request.prepare, request.input, say) }
    const part = await startPart(request.start, request.env, say)
    running.set(request.start, part)
    return { id, started: { url: part.url, edgeUrl: part.edgeUrl } }
  } catch (err) {
    return { id, failed: lineOf(err) }
  }
}

// Output that cannot be written, as on a full disk, ends nothing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
withholdConsole('services')
process.on('message', (request: Request) => void replyTo(request).then(send))
// A launcher that is gone took Postgres with it: what is unfinished is found again by its lease, as after a kill.
process.once('disconnect', () => process.exit(1))
// Loaded while Postgres and NATS start. What cannot be loaded is refused when it is started.
loadParts().catch(() => {})
