import type { ReactNode } from 'react'
import styles from './desk.module.css'

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{title}</b>
      {children}
    </div>
  )
}
