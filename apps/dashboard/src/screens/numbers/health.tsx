import { Alert, Button } from '@mantine/core'
import type { Number as PhoneNumber } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { canSendOf, limitOf, nameStatusOf, qualityOf, throughputOf } from './statuses.ts'

/** A number's health at the provider, and its callback URL. */
export function Health({ number }: { number: PhoneNumber }) {
  const { id, device, session, callbackUrl, phoneNumberId } = number
  const workspace = useWorkspaceId()
  const may = useMay()
  const check = useAction({
    run: () => api.sessions.refresh({ id }),
    changes: [['numbers', workspace]],
    done: () => say('number.checked'),
  })
  const button = may('sessions.refresh') && (
    <Button variant="default" size="compact-sm" loading={check.isPending} onClick={() => check.mutate(undefined)}>
      {say('number.check')}
    </Button>
  )
  return (
    <>
      {session.lastError && (
        <Alert color="red" mb="md" title={session.lastError.errorCode}>
          {session.lastError.message}
        </Alert>
      )}
      {device.qualityRating === 'RED' && (
        <Alert color="yellow" mb="md">
          {say('number.qualityLowWhy')}
        </Alert>
      )}
      <Panel title={say('number.health')} actions={button}>
        <Facts
          facts={[
            [say('number.session'), `${say(`number.${session.status}`)} · ${fullMoment(session.since)}`],
            [say('number.quality'), <Status key="quality" {...qualityOf(device.qualityRating)} />],
            [say('number.limit'), limitOf(device.messagingLimit)],
            [say('number.verifiedName'), device.verifiedName],
            [say('number.nameStatus'), nameStatusOf(device.nameStatus)],
            [say('number.throughput'), throughputOf(device.throughput)],
            [say('number.canSend'), canSendOf(device.canSend)],
            [say('number.providerId'), phoneNumberId],
          ]}
        />
      </Panel>
      <Panel title={say('number.callback')} actions={<CopyButton text={callbackUrl} />}>
        <code>{callbackUrl}</code>
      </Panel>
    </>
  )
}
