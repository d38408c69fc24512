import { on } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'

type News = Omit<EventData<'template:updated'>, 'number'>
type Told = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What of the news on templates says what changed, by the field of the callback (cloud-api.md 5.8). */
const changes: Readonly<Record<string, (told: Told) => Pick<News, 'change'> & Partial<News>>> = {
  message_template_status_update: ({ event, reason }) => {
    const why = textOf(reason)
    return { change: 'status', ...given('status', event), ...(why !== undefined && why !== 'NONE' && { reason: why }) }
  },
  message_template_quality_update: (told) => ({ change: 'quality', ...given('quality', told['new_quality_score']) }),
  template_category_update: (told) => ({
    change: 'category',
    ...given('category', told['new_category'] ?? told['correct_category']),
  }),
}

function given<K extends keyof News>(name: K, value: unknown): Partial<News> {
  const text = textOf(value)
  return text === undefined ? {} : { [name]: text }
}

/** Tells the workspace what the provider decided about a template. */
export const templateNews = on<'provider:account', NumbersRuntime>('provider:account', async ({ tx, events }) => {
  for (const { workspace, data, traceparent } of events) {
    const told = (typeof data.raw === 'object' && data.raw !== null ? data.raw : {}) as Told
    const name = textOf(told['message_template_name'])
    const what = changes[data.field]?.(told)
    if (what === undefined || name === undefined) continue
    const template = String(told['message_template_id'] as string | number)
    const news = {
      number: data.number,
      template,
      name,
      language: textOf(told['message_template_language']) ?? '',
      ...what,
    }
    tx.emit({
      kind: 'template:updated',
      workspace,
      data: news,
      aggregate: { id: template, version: 1 },
      ...(traceparent === undefined ? {} : { traceparent }),
    })
  }
})
