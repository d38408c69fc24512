import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sayDone, sayProblem } from '../parts/say-problem.ts'

type Options<I, O> = {
  run: (input: I) => Promise<O>
  /** Lists and objects that the action changes. */
  changes: readonly QueryKey[]
  done?: (output: O) => string
  /** True where a form shows the error, each fault at its field. */
  isOfForm?: boolean
  /** Actions with the same name run one after the other. */
  inOrder?: string
}

/** An action of a person: what it changes is read anew, and a refusal is shown. */
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
