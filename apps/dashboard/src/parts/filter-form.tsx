import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { say } from '../words/say.ts'
import styles from './desk.module.css'

type Props = { values: Readonly<Record<string, string>>; children: ReactNode }

/** Fields that narrow a list; the address has their values, so that a link shows the same. */
export function FilterForm({ values, children }: Props) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
    void navigate({ to: '.', search: Object.fromEntries(given) as never })
  }
  return (
    <form className={styles.filter} onSubmit={submit}>
      {children}
      <Button type="submit" variant="default" size="xs">
        {say('desk.filter')}
      </Button>
    </form>
  )
}
