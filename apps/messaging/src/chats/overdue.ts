import { settingsOf, type VerbContext } from '@posthorn/chassis'
import { type WorkspaceSettings, weekdays } from '@posthorn/contracts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Days that are looked back at most: further than any goal reaches, but for hours of minutes a week. */
const daysMax = 400

type Hours = Pick<WorkspaceSettings, 'hours' | 'timeZone'>

/**
 * Returns the moment since which the minutes of the goal have passed, counted within business hours: who has waited since then or earlier
 * is overdue. Null where the workspace has no goal.
 */
export function overdueSince(settings: Hours & Pick<WorkspaceSettings, 'answerGoalMinutes'>, now: Date): Date | null {
  const { answerGoalMinutes, hours, timeZone } = settings
  if (answerGoalMinutes === null) return null
  let leftMs = answerGoalMinutes * minuteMs
  if (hours === null) return new Date(now.getTime() - leftMs)
  const today = startOfDay(localMs(timeZone, now.getTime()))
  for (let day = 0; day < daysMax; day++) {
    for (const { from, to } of spansOf({ hours, timeZone }, today - day * dayMs)) {
      const openMs = Math.min(to, now.getTime()) - from
      if (openMs <= 0) continue
      if (openMs >= leftMs) return new Date(from + openMs - leftMs)
      leftMs -= openMs
    }
  }
  return new Date(now.getTime() - daysMax * dayMs)
}

/** Reads the settings of the caller's workspace, and returns that moment. */
export async function overdueNow({ em, workspace }: Pick<VerbContext, 'em' | 'workspace'>): Promise<Date | null> {
  const settings = await settingsOf(em, [workspace])
  return overdueSince(settings(workspace), new Date())
}

/** Returns the business hours of a local day as moments, the latest first; what overlaps counts once. */
function spansOf({ hours, timeZone }: Hours, dayLocalMs: number): { from: number; to: number }[] {
  // 1 January 1970 was a Thursday.
  const weekday = weekdays[(Math.floor(dayLocalMs / dayMs) + 3) % 7]
  const spans = (hours ?? []).flatMap(({ day, from, to }) =>
    day === weekday ? [[clockMs(from), endMs(to)] as const] : [],
  )
  const joined: [from: number, to: number][] = []
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  const moment = (ms: number) => utcMs(timeZone, dayLocalMs + ms)
  return joined.reverse().map(([from, to]) => ({ from: moment(from), to: moment(to) }))
}

const clockMs = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs
const endMs = (time: string) => (time === '23:59' ? dayMs : clockMs(time))
const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a zone as if it were UTC. */
function localMs(timeZone: string, atMs: number): number {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(atMs).replace(' ', 'T')}Z`)
}

/** Returns the moment at which a zone has a local time; in the hour that a change of clocks repeats, one of both. */
function utcMs(timeZone: string, local: number): number {
  const guess = local - (localMs(timeZone, local) - local)
  return local - (localMs(timeZone, guess) - guess)
}
