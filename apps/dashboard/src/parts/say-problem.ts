import { notifications } from '@mantine/notifications'
import { say } from '../words/say.ts'
import { sentenceOf } from './problem.tsx'

/** Shows that an action failed, and why. */
export function sayProblem(error: unknown): void {
  notifications.show({ color: 'red', title: say('problem.title'), message: sentenceOf(error), autoClose: 10_000 })
}

/** Shows that an action is done. */
export function sayDone(message: string): void {
  notifications.show({ message, autoClose: 4_000 })
}
