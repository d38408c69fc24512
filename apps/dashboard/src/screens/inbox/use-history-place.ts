import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { sayDone, sayProblem } from '../../parts/problem.tsx'
import { say } from '../../words/words.ts'

/** Returns the actions that open, navigate and close a chat's history. The URL contains the event. */
export function useHistoryPlace() {
  const navigate = useNavigate()
  const move = (at: number | undefined, replace: boolean) =>
    void navigate({ from: '/$ws/inbox/$view/$chat', to: '.', search: (known) => ({ ...known, at }), replace })
  /** Opens the history at the chat's newest event, or at a message's first event, unless the person leaves the chat before it is found. */
  const open = async (chatId: string, messageId?: string) => {
    const { pathname } = location
    try {
      const found = await api.events.list({
        chat: chatId,
        size: 1,
        ...(messageId ? { message: messageId } : { order: 'desc' }),
      })
      if (location.pathname !== pathname) return
      if (found[0]) move(found[0].sequence, false)
      else sayDone(say('history.none'))
    } catch (error) {
      if (location.pathname === pathname) sayProblem(error)
    }
  }
  return { open, go: (sequence: number) => move(sequence, true), leave: () => move(undefined, false) }
}
