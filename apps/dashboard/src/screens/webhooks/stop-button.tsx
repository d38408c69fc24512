import { Button } from '@mantine/core'
import type { Replay } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

export function StopButton({ replay }: { replay: Replay }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const stop = useAction({
    run: () => api.replays.stop({ id: replay.webhook, replay: replay.id }),
    changes: [['webhooks', workspace, replay.webhook]],
  })
  if (replay.status !== 'running' || !may('replays.stop')) return null
  return (
    <Button variant="default" size="compact-xs" onClick={() => stop.mutate(undefined)}>
      {say('replay.stop')}
    </Button>
  )
}
