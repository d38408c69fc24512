import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { sayDone, sayProblem } from '../../parts/say-problem.ts'
import { say } from '../../words/say.ts'

type Search = { at?: number | undefined }

/** Returns the ways into the history of a chat, within it, and back to now. The address says which event is looked at. */
export function useHistoryPlace() {
  const navigate = useNavigate()
  const move = (at: number | undefined, replace: boolean) =>
    void navigate({ to: '.', search: ((known: Search) => ({ ...known, at })) as never, replace })
  /** Opens the history at the newest event of a chat, or at the first one of a message. */
  const open = async (chat: string, message?: string) => {
    try {
      const found = await api.events.list({ chat, size: 1, ...(message ? { message } : { order: 'desc' }) })
      if (found[0]) move(found[0].sequence, false)
      else sayDone(say('history.none'))
    } catch (error) {
      sayProblem(error)
    }
  }
  return { open, go: (sequence: number) => move(sequence, true), leave: () => move(undefined, false) }
}
