import type { NotificationData } from '@mantine/notifications'
import { say } from '../words/say.ts'
import { sentenceOf } from './problem.tsx'

let isAnyShown = false
const listeners = new Set<() => void>()

/** Subscribes to the first notice, which loads the component that shows them. */
export function onFirstNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function hasNotices(): boolean {
  return isAnyShown
}

async function show(notice: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ ...notice, closeButtonProps: { 'aria-label': say('problem.close') } })
  isAnyShown = true
  for (const listener of listeners) listener()
}

export function sayProblem(error: unknown): void {
  void show({ color: 'red', title: say('problem.title'), message: sentenceOf(error), autoClose: 10_000 })
}

export function sayDone(message: string): void {
  void show({ message, autoClose: 4_000 })
}
