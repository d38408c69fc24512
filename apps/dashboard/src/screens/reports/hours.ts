import type { StatisticsAnswersAnswer } from '@posthorn/sdk'
import type { InOut } from './sums.ts'

type Bucket = Pick<StatisticsAnswersAnswer['buckets'][number], 'from' | 'in' | 'out'>

/** Returns the messages of each hour of the day in the viewer's zone. */
export function hoursOf(
  buckets: readonly Bucket[],
  hourOf = (from: string) => new Date(from).getHours(),
): (InOut & { name: string })[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    name: `${String(hour).padStart(2, '0')}:00`,
    in: 0,
    out: 0,
  }))
  for (const { from, in: incoming, out } of buckets) {
    const hour = hours[hourOf(from)]
    if (hour === undefined) continue
    hour.in += incoming
    hour.out += out
  }
  return hours
}
