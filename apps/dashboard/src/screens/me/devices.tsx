import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auth, type Device } from '../../api/auth.ts'
import { useAction } from '../../api/use-action.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { browserOf } from './browser.ts'

/** The person's sessions, each with a button to sign it out. */
export function Devices() {
  const query = useQuery({ queryKey: ['devices'], queryFn: auth.devices })
  return (
    <Panel title={say('me.devices')}>
      <Loaded query={query}>
        {(devices) => <Rows label={say('me.devices')} columns={columns()} rows={devices} keyOf={({ id }) => id} />}
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
