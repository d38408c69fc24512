import type { NotificationData } from '@mantine/notifications'
import { say } from '../words/say.ts'
import { sentenceOf } from './problem.tsx'

let isAnyShown = false
const listeners = new Set<() => void>()

/** Subscribes to the first notice, with which the part that shows them is loaded. */
export function onFirstNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns true once there has been a notice. */
export function hasNotices(): boolean {
  return isAnyShown
}

async function show(notice: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ ...notice, closeButtonProps: { 'aria-label': say('problem.close') } })
  isAnyShown = true
  for (const listener of listeners) listener()
}

/** Shows that an action failed, and why. */
export function sayProblem(error: unknown): void {
  void show({ color: 'red', title: say('problem.title'), message: sentenceOf(error), autoClose: 10_000 })
}

/** Shows that an action is done. */
export function sayDone(message: string): void {
  void show({ message, autoClose: 4_000 })
}
