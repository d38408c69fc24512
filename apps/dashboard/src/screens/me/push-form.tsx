import { Checkbox, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rememberPushed } from '../../alerts/alert.ts'
import { type PushDevice, type PushKind, push, pushKinds } from '../../api/auth.ts'
import { ActionButton, Loaded, Panel, useAction } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { canPush, endPushes, renewDevice, subscribeDevice } from '../../push/device.ts'
import { fullMoment, say } from '../../words/words.ts'
import { browserOf } from './browser.ts'

const key = ['push']

/**
 * Form that selects the events for which this browser shows push notifications while no dashboard tab has the focus. Also lists the person's
 * other browsers. Reading them ties this browser to the current session, as the server may know it from an earlier one.
 */
export function PushForm() {
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const own = await renewDevice()
      rememberPushed(own)
      return { own, others: (await push.show()).devices.filter(({ id }) => id !== own?.id) }
    },
  })
  return (
    <Panel title={say('push.title')}>
      <Stack gap="xs">
        <Text size="sm">{say('push.lead')}</Text>
        <Loaded query={query}>
          {({ own, others }) => (
            <>
              {canPush() ? <OwnDevice device={own} /> : <Text size="sm">{say('push.unsupported')}</Text>}
              {others.length > 0 && (
                <Rows label={say('push.others')} columns={columns()} rows={others} keyOf={({ id }) => id} />
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Panel>
  )
}

type Wanted = { kinds: PushKind[]; showText: boolean }

/** Checkboxes for this browser. Selecting the first kind asks for permission; without any kind, the browser gets no more notifications. */
function OwnDevice({ device }: { device: PushDevice | null }) {
  const client = useQueryClient()
  const [isBlocked, setBlocked] = useState(Notification.permission === 'denied')
  const change = useAction({
    run: async (wanted: Wanted) => {
      if (wanted.kinds.length > 0) {
        const own = await subscribeDevice(wanted).catch(refusedByBrowser)
        setBlocked(Notification.permission === 'denied')
        return own
      }
      return device && endPushes(device.id)
    },
    changes: [],
  })
  const current: Wanted = device ?? { kinds: [], showText: false }
  const set = (wanted: Wanted) =>
    change.mutate(wanted, {
      onSuccess: (own) => {
        rememberPushed(own)
        client.setQueryData(key, (known: { own: PushDevice | null }) => ({ ...known, own }))
      },
    })
  return (
    <>
      {pushKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={say(`push.${kind}`)}
          checked={current.kinds.includes(kind)}
          disabled={change.isPending}
          onChange={(event) => set({ ...current, kinds: toggled(current.kinds, kind, event.currentTarget.checked) })}
        />
      ))}
      <Checkbox
        label={say('push.showText')}
        description={say('push.showTextWhy')}
        checked={current.showText}
        disabled={change.isPending || device === null}
        onChange={(event) => set({ ...current, showText: event.currentTarget.checked })}
      />
      {isBlocked && (
        <Text size="sm" c="var(--bad)" role="status">
          {say('alert.blocked')}
        </Text>
      )}
    </>
  )
}

/** Returns the kinds with one of them turned on or off, in their usual order. */
const toggled = (kinds: PushKind[], kind: PushKind, isOn: boolean): PushKind[] =>
  pushKinds.filter((each) => (each === kind ? isOn : kinds.includes(each)))

/** Replaces the browser's error with one that can be shown: browsers don't say why they can't reach their push service. */
function refusedByBrowser(error: unknown): never {
  throw error instanceof DOMException ? new Error(say('push.failed')) : error
}

const columns = (): Column<PushDevice>[] => [
  { name: say('push.others'), cell: ({ agent }) => browserOf(agent) ?? say('me.unknownDevice') },
  { name: say('push.since'), cell: ({ createdAt }) => fullMoment(createdAt) },
  { name: '', cell: (device) => <EndButton deviceId={device.id} /> },
]

/** Ends push notifications in another of the person's browsers. */
function EndButton({ deviceId }: { deviceId: string }) {
  const end = useAction({ run: () => push.end(deviceId), changes: key, done: () => say('push.ended') })
  return <ActionButton action={end} size="compact-xs" name={say('word.turnOff')} />
}
