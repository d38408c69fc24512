import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sayDone, sayProblem } from '../parts/say-problem.ts'

type Options<I, O> = {
  run: (input: I) => Promise<O>
  /** Lists and objects that the action changes. */
  changes: readonly QueryKey[]
  done?: (output: O) => string
  /** Set if a form shows the error at its fields. */
  isOfForm?: boolean
  /** Actions with the same name run one after another. */
  inOrder?: string
}

/** Runs an action, reads again what it changes, and shows an error. */
export function useAction<I, O>({ run, changes, done, isOfForm = false, inOrder }: Options<I, O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    onSuccess: async (output) => {
      if (done) sayDone(done(output))
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error) => (isOfForm ? undefined : sayProblem(error)),
  })
}
