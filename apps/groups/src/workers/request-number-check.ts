import type { Tx } from '@posthorn/chassis'

/** Reports a number whose calls the provider refuses. */
export function requestNumberCheck(
  tx: Tx,
  { workspaceId, numberId }: { workspaceId: string; numberId: string },
  errorCode: string,
): void {
  tx.emit({
    kind: 'number:check_requested',
    workspace: workspaceId,
    data: { number: numberId, errorCode },
    aggregate: { id: numberId, version: 1 },
  })
}
