import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type AlertSetting, changeAlertSetting, playSound, useAlertSetting } from '../../alerts/setting.ts'
import { Panel } from '../../parts/page.tsx'
import { say } from '../../words/say.ts'

const names = ['title', 'desktop', 'sound', 'unassigned'] as const

export function AlertsForm({ member }: { member: string }) {
  const setting = useAlertSetting(member)
  const [isBlocked, setBlocked] = useState(isDenied())
  const change = async (name: keyof AlertSetting, value: boolean) => {
    if (name === 'desktop' && value) {
      const isAllowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted'
      setBlocked(!isAllowed)
      if (!isAllowed) return
    }
    changeAlertSetting(member, { [name]: value })
  }
  return (
    <Panel title={say('alert.title')}>
      <Stack gap="xs">
        <Text size="sm">{say('alert.lead')}</Text>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={say(`alert.${name}On`)}
            checked={setting[name] && !(name === 'desktop' && isBlocked)}
            onChange={(event) => void change(name, event.currentTarget.checked)}
          />
        ))}
        {isBlocked && (
          <Text size="sm" c="var(--bad)" role="status">
            {say('alert.blocked')}
          </Text>
        )}
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => void playSound()}>
            {say('alert.try')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

const isDenied = () => 'Notification' in window && Notification.permission === 'denied'
