import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auth, type Device } from '../../api/auth.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { endSession } from '../../session/session.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { browserOf } from './browser.ts'

export function Devices() {
  const navigate = useNavigate()
  const endAll = async () => {
    await auth.endDevices()
    await endSession()
    await navigate({ to: '/sign-in', search: {} })
  }
  const query = useQuery({ queryKey: ['devices'], queryFn: auth.devices })
  return (
    <Panel title={say('me.devices')}>
      <Loaded query={query}>
        {(devices) => (
          <>
            <Rows label={say('me.devices')} columns={columns()} rows={devices} keyOf={({ id }) => id} />
            <Group mt="sm">
              <ConfirmButton name={say('me.endAll')} text={say('me.endAllWhy')} run={endAll} isGrave={false} />
            </Group>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<Device>[] => [
  { name: say('me.device'), cell: ({ agent }) => browserOf(agent) ?? say('me.unknownDevice') },
  { name: say('me.address'), cell: ({ address }) => address },
  { name: say('me.begun'), cell: ({ createdAt }) => fullMoment(createdAt) },
  {
    name: say('me.seen'),
    cell: ({ current, lastSeenAt }) => (current ? say('me.here') : fullMoment(lastSeenAt)),
  },
  { name: '', cell: (device) => <EndButton device={device} /> },
]

function EndButton({ device: { id, current } }: { device: Device }) {
  const end = useAction({ run: () => auth.endDevice(id), changes: [['devices']], done: () => say('me.ended') })
  if (current) return null
  return (
    <Button variant="default" size="compact-xs" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      {say('me.end')}
    </Button>
  )
}
