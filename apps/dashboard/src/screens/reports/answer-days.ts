import type { StatisticsAnswersAnswer } from '@posthorn/sdk'

type Answers = Pick<StatisticsAnswersAnswer, 'from' | 'to' | 'buckets'>

/** A day with its answers. */
export type AnswerDay = Pick<StatisticsAnswersAnswer['buckets'][number], 'out' | 'answers' | 'answerMs'> & {
  name: string
}

/** Returns each day (UTC) of a range with its answers, those without any too, so that gaps are seen. */
export function answerDaysOf({ from, to, buckets }: Answers): AnswerDay[] {
  const known = new Map(buckets.map((each) => [each.from.slice(0, 10), each]))
  const days: AnswerDay[] = []
  const end = Date.parse(to)
  for (let at = Date.parse(`${from.slice(0, 10)}T00:00:00.000Z`); at < end; at += 86_400_000) {
    const name = new Date(at).toISOString().slice(0, 10)
    const { out = 0, answers = 0, answerMs = null } = known.get(name) ?? {}
    days.push({ name, out, answers, answerMs })
  }
  return days
}
