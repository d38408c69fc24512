import type { Notification } from '../api/notifications.ts'
import { say } from '../words/say.ts'

export function sayNotification({ kind, reason, by }: Notification): string {
  if (kind === 'number') return say(`alert.number.${numberReasons.find((known) => known === reason) ?? 'error'}`)
  if (kind === 'webhook') return say(reason === 'disabled' ? 'alert.webhook.disabled' : 'alert.webhook.failing')
  if (kind === 'failed' || kind === 'woken') return say(`alert.${kind}`)
  return by?.name ? say(`alert.${kind}By`, { name: by.name }) : say(`alert.${kind}`)
}

const numberReasons = ['offline', 'error', 'restricted', 'reported'] as const
