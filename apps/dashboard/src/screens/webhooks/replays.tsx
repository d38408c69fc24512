import type { Replay } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { replaysQuery } from './data.ts'
import { resultOf } from './replay-result.tsx'
import { StopButton } from './stop-button.tsx'

/** A webhook's replays, newest first. */
export function Replays({ webhook }: { webhook: string }) {
  const query = useQuery(replaysQuery(useWorkspaceId(), webhook))
  const mayCreate = useMay()('replays.create')
  const link = mayCreate && <PlaceLink to={`developer/webhooks/${webhook}/timeline`}>{say('replay.new')}</PlaceLink>
  return (
    <Panel title={say('webhook.replays')} actions={link}>
      <Loaded query={query}>
        {(replays) =>
          replays.length === 0 ? (
            <Empty title={say('replay.none')}>{say('replay.noneWhy')}</Empty>
          ) : (
            <Rows label={say('webhook.replays')} columns={columns()} rows={replays} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const tones: Readonly<Record<Replay['status'], Tone>> = { running: 'warn', finished: 'good', stopped: 'quiet' }

const columns = (): Column<Replay>[] => [
  { name: say('replay.from'), cell: ({ from }) => fullMoment(from) },
  { name: say('replay.to'), cell: ({ to }) => fullMoment(to) },
  { name: say('webhook.status'), cell: ({ status }) => <Status tone={tones[status]} text={say(`replay.${status}`)} /> },
  { name: say('replay.answers'), cell: resultOf },
  { name: '', cell: (replay) => <StopButton replay={replay} /> },
]
