import type { ReactNode } from 'react'
import styles from './desk.module.css'

/** Explains why a list is empty, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{title}</b>
      {children}
    </div>
  )
}
