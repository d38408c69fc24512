import { Button, Group } from '@mantine/core'
import { say } from '../words/say.ts'

type Props = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> } }

/** The button for the next page of a list. */
export function More({ query }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Group justify="center" mt="sm">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {say('desk.more')}
      </Button>
    </Group>
  )
}
