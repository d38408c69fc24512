import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useKeys } from '../keys/bindings.ts'
import { Icon } from './icon.tsx'

/** The button, and the key `n`, that lead to the page on which something new is made. */
export function NewButton({ to, name }: { to: string; name: string }) {
  const { ws = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const open = () => void navigate({ href: `/${ws}/${to}` })
  useKeys({ n: open })
  return (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {name}
    </Button>
  )
}
