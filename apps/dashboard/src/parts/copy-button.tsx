import { Button } from '@mantine/core'
import { useState } from 'react'
import { say } from '../words/say.ts'
import { Icon } from './icon.tsx'

export function CopyButton({ text, name }: { text: string; name?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
      onClick={copy}
    >
      {isCopied ? say('desk.copied') : (name ?? say('desk.copy'))}
    </Button>
  )
}
