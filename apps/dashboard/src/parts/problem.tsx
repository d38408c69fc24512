import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { ApiError, ConnectionError } from '@posthorn/sdk'
import { say } from '../words/say.ts'
import { namedFaultOf } from './faults.ts'
import { Icon } from './icon.tsx'
import { isMissingPart } from './missing-part.ts'

export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.errors.length > 0 ? error.errors.map(namedFaultOf).join(' ') : error.message
  }
  if (error instanceof ConnectionError || isMissingPart(error)) return say('problem.connection')
  return error instanceof Error ? error.message : say('problem.unknown')
}

/** A screen's error, its request id, and a way to continue. Without an error, the page doesn't exist. */
export function Problem({ error, retry }: { error?: unknown; retry?: () => void }) {
  const isMissing = error === undefined || (error instanceof ApiError && error.status === 404)
  const isForbidden = error instanceof ApiError && error.status === 403
  const title = isMissing ? 'problem.missing' : isForbidden ? 'problem.forbidden' : 'problem.title'
  return (
    <Stack align="center" justify="center" gap="xs" p="xl" mih={240} role="alert">
      <Icon name={isForbidden ? 'lock' : 'warning'} size={28} />
      <Title order={2} size="h4">
        {say(title)}
      </Title>
      <Text c="dimmed" ta="center" maw={480}>
        {isMissing ? say('problem.missingWhy') : sentenceOf(error)}
      </Text>
      {error instanceof ApiError && <Facts error={error} />}
      {retry && (
        <Button variant="default" onClick={retry}>
          {say('problem.again')}
        </Button>
      )}
    </Stack>
  )
}

function Facts({ error }: { error: ApiError }) {
  return (
    <Group gap="md" justify="center">
      {error.requestId && <Text size="xs" c="dimmed">{`${say('problem.request')} ${error.requestId}`}</Text>}
      {error.docs && (
        <Anchor size="xs" href={error.docs} target="_blank">
          {error.errorCode}
        </Anchor>
      )}
    </Group>
  )
}
