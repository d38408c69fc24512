import { followStream, type StreamNotice } from './stream.ts'

type Shared = { notice: StreamNotice } | { hello: true }

type Options = { name: string; isShared: boolean; signal: AbortSignal; report: (notice: StreamNotice) => void }

/**
 * Follows the stream once for all tabs of a person in a workspace. The tab with the lock reads it and forwards events: browsers allow six connections
 * to a host, so a stream in each tab would block the seventh tab. When that tab closes, the next one continues.
 */
export async function followTogether({ name, isShared, signal, report }: Options): Promise<void> {
  if (!isShared || !('locks' in navigator)) return followStream({ after: undefined, signal, report })
  const channel = new BroadcastChannel(name)
  let last: number | undefined
  let isLeader = false
  let isOpen = false
  const note = (notice: StreamNotice) => {
    if ('event' in notice) last = notice.event.sequence
    isOpen = !('waitMs' in notice)
    report(notice)
  }
  channel.onmessage = ({ data }: MessageEvent<Shared>) => {
    if ('notice' in data) note(data.notice)
    else if (isLeader && isOpen) channel.postMessage({ notice: { open: true, isResumed: true } } satisfies Shared)
  }
  signal.addEventListener('abort', () => channel.close())
  channel.postMessage({ hello: true } satisfies Shared)
  const lead = async () => {
    isLeader = true
    await followStream({
      after: last,
      signal,
      report(notice) {
        note(notice)
        if (!signal.aborted) channel.postMessage({ notice } satisfies Shared)
      },
    })
  }
  await navigator.locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
