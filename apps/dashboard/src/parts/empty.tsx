import type { ReactNode } from 'react'
import styles from './desk.module.css'

/** Shown in place of an empty list: that there is nothing, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{title}</b>
      {children}
    </div>
  )
}
