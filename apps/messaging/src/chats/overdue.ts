import { settingsOf, type VerbContext } from '@posthorn/chassis'
import { type WorkspaceSettings, weekdays } from '@posthorn/contracts'
import { localMs, startOfDay, utcMs } from '@posthorn/contracts/local-time'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Maximum number of days to look back. Covers every goal unless business hours total only minutes per week. */
const daysMax = 400

type Hours = Pick<WorkspaceSettings, 'hours' | 'timeZone'>

/**
 * Returns the cutoff time for overdue customers, counted in business hours: those who have waited since then or longer are overdue. Returns
 * null if the workspace has no goal.
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

/** Whether a time is within business hours. True if the workspace has no business hours. */
export function isWithinHours({ hours, timeZone }: Hours, at: Date): boolean {
  const today = startOfDay(localMs(timeZone, at.getTime()))
  const spans = spansOf({ hours, timeZone }, today)
  return hours === null || spans.some(({ from, to }) => from <= at.getTime() && at.getTime() < to)
}

/** Returns `overdueSince` for the caller's workspace, as of now. */
export async function overdueNow({ em, workspace }: Pick<VerbContext, 'em' | 'workspace'>): Promise<Date | null> {
  const settings = await settingsOf(em, [workspace])
  return overdueSince(settings(workspace), new Date())
}

/** Returns the business hours on a local day, latest first, with overlaps merged. */
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
// Business hours have no 24:00, so 23:59 means the end of the day.
const endMs = (time: string) => (time === '23:59' ? dayMs : clockMs(time))
