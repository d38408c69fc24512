import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sayDone, sayProblem } from './problem.tsx'

export type ActionOptions<I, O> = {
  run: (input: I) => Promise<O>
  /** The first parts of the keys of the queries that the action affects. */
  changes: readonly string[]
  done?: (output: O) => string
  /** Set if a form shows the error next to its fields. */
  isOfForm?: boolean
  /** Actions with the same name run one after another. */
  inOrder?: string
}

/** Runs an action, refetches what it changes, and shows an error if it fails. */
export function useAction<I, O>({ run, changes, done, isOfForm = false, inOrder }: ActionOptions<I, O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    onSuccess: async (output) => {
      if (done) sayDone(done(output))
      await Promise.all(changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    },
    onError: (error) => (isOfForm ? undefined : sayProblem(error)),
  })
}
