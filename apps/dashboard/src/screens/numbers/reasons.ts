import type { Message } from '@posthorn/sdk'

type Reason = NonNullable<Message['waiting']>['reason']

/** A reason why messages wait: how many messages it affects, their share, and the latest known time at which it ends. */
export type WaitingReason = { reason: Reason; count: number; share: number; until: string | undefined }

/** Counts the reasons why messages wait, most frequent first. For a scheduled message, the reason is its schedule. */
export function reasonsOf(messages: readonly Message[]): WaitingReason[] {
  const groups = Map.groupBy(messages, reasonOf)
  const reasons = [...groups].flatMap(([reason, of]): WaitingReason[] => {
    if (reason === undefined) return []
    const until = of
      .flatMap(({ waiting }) => waiting?.until ?? [])
      .toSorted()
      .at(-1)
    return [{ reason, count: of.length, share: of.length / messages.length, until }]
  })
  return reasons.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

function reasonOf({ status, waiting }: Message): Reason | undefined {
  return waiting?.reason ?? (status === 'scheduled' ? 'schedule' : undefined)
}
