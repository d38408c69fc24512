import { describe, expect, it } from 'vitest'
import { chooseWaits } from './queue-view.sql.ts'

const limits = { checkedMax: 6, announcedMax: 2, holdSeconds: 120, quarantinedSince: null }
const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const jobs = ids.map((id) => ({
  message_id: id,
  workspace_id: 'w',
  announced_reason: null as string | null,
  status: 'waiting' as const,
  waits_for: null,
  run_at: '2026-01-01T00:00:00Z',
  due_at: '2026-01-01T00:00:00Z',
  due: true,
  long: true,
  scheduled: false,
  behind: false,
  drained: false,
  queue_status: 'paused',
  connected: true,
  blocked_until: null,
  blocked_for: null,
}))
const idsOf = ({ waits }: ReturnType<typeof chooseWaits>) => waits.map(({ id }) => id)

describe('a round of announcements', () => {
  it('passes what is announced already, so that a new message behind a backlog is announced at once', () => {
    const backlog = jobs.map((job) => ({ ...job, announced_reason: job.message_id < 'f' ? 'number_paused' : null }))
    const round = chooseWaits(backlog, limits)
    expect(idsOf(round)).toEqual(['f'])
    expect(round.next).toBe('f')
  })

  it('announces every message once when more wait than it may announce: the next continues after the last', () => {
    const announced: string[] = []
    let after = ''
    do {
      const round = chooseWaits(
        jobs.filter(({ message_id }) => message_id > after),
        limits,
      )
      announced.push(...idsOf(round))
      expect(idsOf(round).length).toBeLessThanOrEqual(limits.announcedMax)
      after = round.next
    } while (after !== '')
    expect(announced).toEqual(ids)
  })
})
